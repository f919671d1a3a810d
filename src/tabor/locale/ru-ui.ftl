# Страницы в браузере.

# Везде
ui-language = Язык
ui-theme-auto = Цвета: как в системе
ui-theme-light = Цвета: светлые
ui-theme-dark = Цвета: тёмные
ui-loading = Минутку …
ui-to-home = Ко всем играм
ui-close = Закрыть
ui-back = Назад
ui-yes = Да
ui-no = Нет
ui-preparing = Скоро быстрее: { $games }
ui-not-compiled = Без скомпилированных правил, медленнее: { $games }

# Главная страница
ui-welcome = Во что сыграем?
ui-welcome-more = Выберите игру. С компьютером она начинается сразу; друзья присоединяются по ссылке.
ui-side = Ваша сторона
ui-any-side = любая
ui-level = Уровень компьютера: { $level } из { $levels }
ui-clock = Часы
ui-no-clock = без часов
ui-your-name = Ваше имя
ui-play = Играть
ui-invite = Пригласить друга
ui-one-screen = Вместе за этим экраном
ui-watch-computers = Пусть играют компьютеры
ui-list-it = показать моё приглашение ниже всем
ui-open-games = Открытые игры
ui-no-open-games = Сейчас их нет.
ui-join = Присоединиться
ui-watch = Смотреть
ui-saved-match = Сохранённая партия
ui-open-file = Открыть файл, чтобы посмотреть партию или доиграть её
ui-deck-own = собрать свою колоду
ui-deck-cards = Ваша колода
ui-deck-size = В колоде от { $least } до { $most } карт; в вашей { $count }.
ui-deck-less = { $card }: на одну меньше
ui-deck-more = { $card }: на одну больше
ui-deck-count = { $count ->
    [one] { $count } карта
    [few] { $count } карты
   *[many] { $count } карт
}

# Обучение
ui-campaign = Кампания
ui-campaign-lead = Выигранная битва открывает следующую, а каждая победа приносит карты в вашу колоду.
ui-battle-won = выиграна
ui-battle-open = открыта
ui-battle-locked = закрыта, пока не выиграна предыдущая битва
ui-battle-earns = Победа принесёт
ui-battle-earned = Получено
ui-battle-fight = В бой
ui-battle-again = Ещё раз
ui-next-battle = Следующая битва: { $battle }
ui-campaign-deck = Ваша колода
ui-learn-title = { $game }: первый урок
ui-learn-progress = Сколько пройдено
ui-learn-done = Первая партия сыграна ({ $game }). Теперь настоящая?
ui-learn-astray = Сейчас важно только отмеченное: нажмите туда.
ui-learn-play = Сыграть с компьютером
ui-learn-again = Ещё раз
ui-learn-next = Дальше
ui-learn-link = Впервые здесь? Научитесь за минуту

# Ожидание друга
ui-waiting = Ждём второго игрока. Игра начнётся, когда он сядет за стол.
ui-friend-link = Отправьте ему эту ссылку
ui-copy = Скопировать ссылку
ui-copied = Скопировано
ui-sit-down = Сесть и играть

# Доска
ui-board = Доска. Стрелки передвигают, Enter выбирает, n переходит к следующему, что можно выбрать.
ui-beside-board = Игроки и то, что лежит рядом с доской
ui-match = Партия
ui-nearer = Приблизить
ui-farther = Отдалить
ui-cell-can = { $what }, можно выбрать
ui-piece-of = { $kind } ({ $owner })
ui-warning = Осторожно: { $what }. Если всё равно так, нажмите ещё раз.
ui-point-at = Укажите на что-нибудь, чтобы прочитать о нём.
ui-choices = Что можно сделать
ui-no-choices = Сейчас ничего.
ui-sealed = Ваш тайный выбор
ui-unseal = Взять назад
ui-spell = Всё сразу, одной строкой
ui-spell-send = Выбрать это
ui-log = Что произошло
ui-log-empty = Пока ничего не произошло.
ui-pass-to = Передайте экран: { $player }.
ui-i-am = Это я: { $player }

# Почему ничего не происходит
ui-why-over = Игра окончена.
ui-why-watching = Вы смотрите эту игру; места в ней у вас нет.
ui-why-sent = Ваш последний ход ещё идёт к серверу.
ui-why-turn = Сейчас очередь: { $player }.
ui-why-not-from = { $what }: это не подходит, когда выбрано: { $from }. { $about }
ui-why-not-now = { $what }: сейчас с этим ничего нельзя сделать ({ $status }).
ui-not-connected = Связи нет: ничего не отправлено.
ui-connection-lost = Связь прервалась; пробуем снова …
ui-nothing-to-undo = Сейчас нечего брать назад.
ui-only-was = Ничего другого сделать нельзя: { $what }.

# Игроки
ui-you = вы
ui-you-as = { $name } (вы)
ui-computer-level = компьютер, уровень { $level }
ui-nobody-yet = пока никого
ui-somebody = кто-то
ui-away = не на связи
ui-thinking = думает …
ui-on-turn = ходит
ui-spectators = { $count ->
    [one] { $count } зритель
    [few] { $count } зрителя
   *[many] { $count } зрителей
}

# Кнопки
ui-undo = Взять назад
ui-hint = Подсказка
ui-hint-is = Компьютер сыграл бы: { $what }
ui-offer-draw = Предложить ничью
ui-resign = Сдаться
ui-resign-sure = Да, сдаться
ui-resign-no = Нет, играть дальше
ui-claim = Засчитать победу
ui-to-rematch = К реваншу
ui-replay = Посмотреть ещё раз
ui-download = Скачать
ui-check-dice = Проверить кости
ui-dice-kept = Кости те, что были обещаны до партии, и в них есть ваше число. Обещание: { $commitment }.
ui-dice-unproven = Кости соответствуют обещанию, которое сервер показывает сейчас: { $commitment }. До партии этот браузер его не видел, поэтому больше знать не может.
ui-dice-other-promise = До партии сервер обещал другие кости, чем говорит сейчас: { $commitment }.
ui-dice-other-bits = Это не те кости, что были обещаны: { $commitment }.
ui-dice-no-number = Вашего числа в костях нет, хотя браузер его дал. Обещание: { $commitment }.
ui-flip = Повернуть доску
ui-help = Помощь

# Предложения
ui-offer-sent = Вопрос отправлен; ждём ответа.
ui-offer-draw-asked = { $player }: предложение ничьей.
ui-offer-undo-asked = { $player }: просьба взять назад последний ход.
ui-offer-rematch-asked = { $player }: предложение реванша.

# Повтор
ui-first = В начало
ui-previous = Шаг назад
ui-run = Пустить
ui-pause = Пауза
ui-next = Шаг вперёд
ui-last = В конец
ui-ply = Место в партии
ui-play-on = Играть дальше отсюда
ui-bot-output = Что написали боты
ui-follow-live = в эфире
ui-follow-silent = давно нет вестей: раздумье или остановка
ui-follow-waiting = окончена; остальное придёт
ui-follow-over = окончена
ui-follow-lost = сервер не отвечает; спрашиваю снова
ui-seen-by = Кто смотрит
ui-seen-by-all = как видят все
ui-seen-by-seat = как видят: { $player }

# Помощь
ui-keys = Клавиши
ui-key-arrows = движение по доске
ui-key-enter = выбор
ui-key-next = следующее или предыдущее, что можно выбрать
ui-key-back = на один выбор назад
ui-key-tab = доска, карты, кнопки, журнал
ui-key-board = к доске
ui-key-list = всё, что можно сделать, списком
ui-key-undo = взять назад
ui-key-hint = подсказка
ui-key-flip = повернуть доску
ui-key-zoom = ближе, дальше, вся доска
ui-key-help = эта помощь
ui-rules = Правила

# Settings
ui-settings = Настройки
ui-pace = Как быстро показывать ходы других
ui-pace-calm = спокойно
ui-pace-normal = обычно
ui-pace-quick = быстро
ui-pace-none = сразу, без анимации
ui-sound = Звук
ui-talk-shown = Показывать разговор игроков
ui-notify = Сообщать мне, когда мой ход
ui-only = Единственный возможный выбор делать без вопроса

# My games
ui-my-games = Мои игры
ui-your-turn = ваш ход
ui-your-turn-in = Ваш ход: { $count }
ui-mine-waiting = ждёт друга
ui-mine-theirs = ход соперника
ui-mine-won = победа
ui-mine-lost = поражение
ui-mine-drawn = ничья
ui-mine-over = окончена
ui-mine-forget = Убрать из списка
ui-mine-all = Показать все оконченные ({ $count })
ui-days-a-turn = { $days ->
    [one] { $days } день на ход
    [few] { $days } дня на ход
   *[many] { $days } дней на ход
}
ui-clock-days = { $days ->
    [one] { $days } день
    [few] { $days } дня
   *[many] { $days } дней
}
ui-clock-hours = { $hours } ч { $minutes } мин
ui-computer = Компьютер
ui-trouble-slow = Компьютер не ответил вовремя. Тот, кто играет с ним, может потребовать победы.
ui-trouble-ended = Программа компьютера прервалась во время раздумий. Тот, кто играет с ним, может потребовать победы.
ui-trouble-failed = Программа компьютера ошиблась и не даёт ответа. Тот, кто играет с ним, может потребовать победы.
ui-trouble-refused = Компьютер выбрал то, чего нельзя сыграть. Тот, кто играет с ним, может потребовать победы.
ui-trouble-not-compiled = Правила этой игры не удалось подготовить на этом сервере, поэтому она не может начаться. Выберите другую игру.

# Following the game
ui-skip = Пропустить
ui-last-turn = Показать последний ход ещё раз
ui-looking-back = Взгляд назад: после действия { $ply }
ui-return = Вернуться к игре
ui-result-won = Вы победили: { $reason }
ui-result-lost = Вы проиграли, победа за { $winner }: { $reason }
ui-result-drawn = Ничья: { $reason }
ui-again = Сыграть ещё раз
ui-other-side = Ещё раз, другой стороной
ui-group = Несколько сразу
ui-group-all = Все
ui-group-end = По одному
ui-tab-side = Рядом с полем
ui-tab-talk = Партия и запись

# Talk
ui-talk = Разговор
ui-talk-say = Скажите что-нибудь
ui-talk-send = Отправить
ui-talk-save = сохранить
ui-talk-hide = скрыть
ui-quick-hello = Привет!
ui-quick-luck = Удачи!
ui-quick-nice = Отличный ход!
ui-quick-oops = Ой.
ui-quick-moment = Минутку, пожалуйста.
ui-quick-thanks = Спасибо за игру!

# Replay, more
ui-previous-turn = На ход назад
ui-next-turn = На ход вперёд
ui-speed = Скорость
ui-link-here = Скопировать ссылку на этот момент
ui-key-skip = пропустить показ
ui-key-last = показать последний ход ещё раз
ui-key-step = при взгляде назад: шаг назад, шаг вперёд

# What the server refuses
ui-refused-stale = Игра тем временем изменилась; посмотрите ещё раз.
ui-refused-not-legal = Этого сейчас сыграть нельзя.
ui-refused-not-spelled = Это нельзя прочесть: { $why }.
ui-refused-chosen-before = { $what } уже выбрано, а в строке этого нет: сначала отмените.
ui-refused-no-action = Страница и сервер не понимают друг друга ({ $sentence }). Перезагрузите страницу.
ui-refused-not-your-turn = Сейчас не ваш ход.
ui-refused-all-chosen = Ваш выбор сделан; другие ещё выбирают.
ui-refused-spectator = Вы смотрите; у вас здесь нет места.
ui-refused-gone = Вы покинули эту партию.
ui-refused-not-begun = Партия ещё не началась.
ui-refused-over = Партия окончена.
ui-refused-not-over = Это можно будет сделать после конца партии.
ui-refused-undo-stopped = Отменить нельзя: выпала кость или открылось скрытое.
ui-refused-nothing-to-undo = Отменять нечего.
ui-refused-no-offer = Этого уже никто не предлагает.
ui-refused-no-draw = Компьютер играет дальше: ничью предлагают люди.
ui-refused-no-claim = Никто не отсутствует достаточно долго.
ui-refused-your-turn = Вас никто не задерживает: ваш ход.
ui-refused-no-hint = В партии между людьми подсказок нет.
ui-refused-rematch-made = Реванш уже создан.
ui-refused-busy = Подсказка уже готовится.
ui-refused-other-rules = Эта партия игралась по другим правилам, чем у сервера сейчас. Её нельзя продолжить или пересмотреть.
ui-refused-no-room = По этому адресу нет игры: ссылка неполная, или игра удалена.
ui-refused-no-lesson = Для этой игры нет урока.
ui-refused-no-puzzle = Такой задачи нет.
ui-refused-no-seat = Здесь нет свободного места.
ui-refused-seat-taken = Это место занято.
ui-refused-wrong-secret = Ключ вашего браузера не подходит ни к одному месту этой игры.
ui-refused-not-yours = Сейчас это может видеть только тот, кто там сидит.
ui-refused-not-usable = Так играть нельзя: { $sentence }
ui-refused-wrong-seats = Так играть нельзя: { $sentence }
ui-refused-no-player = Так играть нельзя: { $sentence }
ui-refused-no-files = Так играть нельзя: { $sentence }
ui-refused-no-ply = Так играть нельзя: { $sentence }
ui-refused-bad-number = Страница и сервер не понимают друг друга ({ $sentence }). Перезагрузите страницу.
ui-refused-no-commitment = Страница и сервер не понимают друг друга ({ $sentence }). Перезагрузите страницу.
ui-refused-no-hello = Страница и сервер не понимают друг друга ({ $sentence }). Перезагрузите страницу.
ui-refused-no-type = Страница и сервер не понимают друг друга ({ $sentence }). Перезагрузите страницу.
ui-refused-bad-field = Страница и сервер не понимают друг друга ({ $sentence }). Перезагрузите страницу.
ui-refused-not-json = Страница и сервер не понимают друг друга ({ $sentence }). Перезагрузите страницу.
ui-refused-not-an-object = Страница и сервер не понимают друг друга ({ $sentence }). Перезагрузите страницу.
ui-refused-too-long = Это слишком длинно.
ui-refused-too-many = Слишком много сразу; подождите немного.
ui-refused-too-many-rooms = С вашего адреса начато слишком много игр; подождите немного.
ui-refused-full = Сервер переполнен; попробуйте позже.
ui-refused-wrong-host = Страница и сервер не понимают друг друга ({ $sentence }). Перезагрузите страницу.
ui-refused-wrong-origin = Страница и сервер не понимают друг друга ({ $sentence }). Перезагрузите страницу.
ui-refused-not-stored = Сервер не смог этого сделать; ничего не изменилось.
ui-refused-elsewhere = Правила этой партии есть у другого сервера; обновите страницу.
ui-refused-failure = Сервер не смог этого сделать; ничего не изменилось.
ui-refused-no-answer = Советчик не отвечает.

# Analysis and puzzles
ui-analyse = Разобрать
ui-analysis-stop = Остановить
ui-analysis-progress = Просмотрено { $done } из { $all } решений
ui-analysis-graph = Кто был впереди
ui-analysis-better = лучше: { $line }
ui-analysis-blunder = грубая ошибка
ui-analysis-mistake = ошибка
ui-analysis-slip = неточность
ui-analysis-missed = упущенная победа
ui-analysis-seat = { $player }: ошибки стоили { $cost }, удача { $luck }
ui-analysis-fine = лучше ничего не было
ui-analysis-about = Оценки идут от −1 (поражение) до 1 (победа). Удача — то, что принесли кости и тайны, за вычетом ожидаемого.
ui-try = Попробовать ходы отсюда
ui-try-about = Сыграйте на доске любой ход; компьютер скажет, что он о нём думает.
ui-try-best = компьютер: { $line }
ui-try-follow = Его ход
ui-try-end = Вернуться к партии
ui-try-line = Показать лучший вариант
ui-puzzles = Задачи
ui-puzzles-about = Лишь один путь требует меньше всего действий: найдите его.
ui-puzzle-of-day = Задача дня
ui-puzzles-all = Все задачи
ui-puzzles-grade = сложность { $grade }
ui-puzzle-solved = решена
ui-puzzles-solved = решено { $solved } из { $count }
ui-puzzle-title = Задача { $number } из { $count }, сложность { $grade }
ui-puzzle-right = Верно! Другого пути не было.
ui-puzzle-wrong = Не то. Вот как надо:
ui-puzzle-next = Следующая задача
ui-puzzle-again = Ещё раз
ui-puzzle-score = Решено { $solved }, подряд { $streak } (лучшее { $best })
ui-puzzle-go-on = Дальше!
ui-puzzle-days = Дней подряд: { $days }
