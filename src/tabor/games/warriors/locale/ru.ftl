title = Воины
tagline = Отряды воинов и зелий, выбранные втайне, для двоих, троих и четверых

# Варианты
about-variant-balanced = По правилам пять Ниндзя с Силой побеждают большинство других отрядов, а Рыцарей и Зомби брать невыгодно: здесь Сила, Лечение и Старение действуют слабее, у Гладиаторов на единицу здоровья меньше, а у Рыцарей и Зомби больше, так что хороших отрядов несколько.

# Чья очередь
now-pick = { $player }: выбор отряда ({ $done } из { $all })
now-opening = { $player }: надо призвать первого воина
now-move1 = { $player }: первые ходы
now-attack = { $player }: атаки
now-move2 = { $player }: вторые ходы
now-summon = { $player }: можно кого-то призвать
aim-opening = { $player }: { $what } – куда?
aim-move1 = { $player }: { $what } – на какую клетку?
aim-attack = { $player }: { $what } – на кого?
aim-move2 = { $player }: { $what } – на какую клетку?
aim-summon = { $player }: { $what } – куда?

# Кнопки
end-move1 = закончить ходы
end-attack = закончить атаки
end-move2 = закончить ходы
end-summon = никого не призывать
team-unknown = «{ $letter }» — это ни воин ({ $warriors }), ни зелье ({ $potions })
team-count = в команде воинов: { $team }, зелий: { $items }, например { $example }; здесь { $warriors } и { $potions }
blow-leaves = отнимает здоровья: { $damage }, останется { $left }
blow-fells = отнимает здоровья: { $damage }, враг падёт
about-kind = { $what } — { $worth }
worth-warrior = здоровье { $hp }, атака { $attack }, шаг { $walk }
worth-instant = { $effect } сразу
worth-potion = { $effect } на { $duration ->
    [one] { $duration } ход
    [few] { $duration } хода
   *[many] { $duration } ходов
}

# Панели и знаки
team = отряд
shop = на выбор
match = партия
turns-left = осталось ходов
on-field = на поле
is-out = вне игры
picked-in-secret = выбирается втайне
hp-left = здоровье { $hp } из { $most }
working = { $what }
modifier = { $effect } ещё на { $turns ->
    [one] { $turns } ход
    [few] { $turns } хода
   *[many] { $turns } ходов
}
effect-attack = атака { $amount }
effect-walk = шаг { $amount }
effect-hp = здоровье { $amount }
warrior-on = { $warrior } { $cell }
about-unit = { $warrior } — сейчас атака { $attack }, шаг { $walk }
about-mover = { $warrior } — сейчас атака { $attack }, шаг { $walk }; может пойти на { $cells }

# Что произошло
picked = { $player }: выбор – { $what }
team-shown = { $player }: отряд раскрыт
summoned = { $player }: { $warrior } выходит на { $cell }
went = { $player }: { $warrior } { $from } → { $to }
struck = { $player }: { $warrior } { $from } бьёт { $to } на { $damage }
poured = { $player }: { $potion } на { $cell } ({ $owner }: { $warrior })
fainted = { $player }: { $warrior } на { $cell } падает без сил
faded = { $player }: { $warrior } на { $cell } – проходит { $effect }
out = { $player }: вне игры

# Почему игра окончена
last-one-left = больше ни у кого нет воинов
turn-limit = ходы кончились, и подсчитано, что осталось

# Имена
name-gladiator = Гладиатор
name-knight = Рыцарь
name-ninja = Ниндзя
name-pumpkin = Тыква
name-zombie = Зомби
name-dino = Динозавр
name-healing = Лечение
name-strength = Сила
name-weakness = Слабость
name-runner = Бегун
name-aging = Старение
name-ready = наготове
name-moved = после хода
name-attacked = после атаки
name-moved-and-attacked = после хода и атаки
name-selected = выбор
name-map = карта
name-players = игроки
name-duel = поединок
name-meadow = луг
name-ruins = руины
name-borderland = пограничье
