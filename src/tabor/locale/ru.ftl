# Чей ход, чем кончилось
to-play = ход: { $player }
over = игра окончена
won = победа: { $player }
drawn = ничья

# Когда несколько игроков выбирают втайне, одновременно
choose-in-secret = выбирайте втайне: { $left ->
    [one] осталось { $left } решение
    [few] осталось { $left } решения
   *[many] осталось { $left } решений
}
chosen-in-secret = всё выбрано и запечатано; ждём остальных
others-choose-in-secret = игроки выбирают втайне

# Почему партия окончена, в любой игре
resigned = { $player }: партия сдана
agreed = игроки согласились на ничью
forfeited = { $player }: техническое поражение
timed-out = { $player }: время вышло
illegal = сделан недопустимый ход

# Имена
name-blue = синие
name-orange = оранжевые
name-green = зелёные
name-purple = фиолетовые
name-free = свободное поле
name-mountain = гора
name-grass = трава
name-water = вода
name-rock = скала
name-blocked = преграда
name-variant = вариант
name-rulebook = по правилам
name-balanced = выровненный

# Партия до обновления
other-rules = Эта партия ({ $game }) сыграна по другим правилам, чем действуют на сервере сейчас. Её нельзя продолжить или просмотреть по ходам; запись по-прежнему можно прочитать.
record-of = { $game }, по версии { $version } правил
taken-back = взято назад: { $count }

# What puzzles ask for
goal-win = { $player }: сходите и победите.
aim-win = Победите
goal-survive = { $player }: сходите так, чтобы следующий ход противника вас не погубил.
aim-survive = Выстойте
