title = Осада
tagline = Замки, машины, корабли и кости: отнимите у врага его резиденции

# Варианты
about-variant-balanced = Лучники удерживают всё, что стерегут: здесь они стоят две монеты, пехота и корабли ходят на шаг дальше, у обеих сторон вначале больше монет, а замки приносят меньше, проливы узкие, лестницы ставят у любой стены, у синих больше там, где оранжевые бьют первыми, а машины и ворота стоят вдвое дешевле, так что почти все игры решаются в поле и хорошие игроки выигрывают за обе стороны поровну.

# Что выбирают
choose-seat = { $player }: поставьте – { $what }
choose-fortify = { $player }: постройки перед осадой
choose-units = { $player }: чья очередь следующая?
choose-ship = { $player }: очередь – { $what }
choose-unit = { $player }: очередь – { $what }
choose-tire = { $player }: кого изнурит ход ({ $what })?
choose-shot = { $player }: очередь – { $what } (выстрел попадает: { $odds })
choose-ram = { $player }: очередь – { $what } (ломает стены: { $wall }, прочее: { $other })
choose-hurl = { $player }: очередь – { $what } (броски падают { $lands })
choose-buildings = { $player }: какое здание действует?
choose-castle = { $player }: { $what } – что сделать?
choose-site = { $player }: { $what } – где строить?
choose-make = { $player }: { $what } – что создать?

# Панели и знаки
treasury = казна
role-defender = защитник
role-attacker = нападающий
clock = партия
coins-of = монеты
seats-of = резиденции
worth-of-units = ценность войск
seatless = ходы без резиденции
danger-seat = у вас нет ни замка, ни лагеря: если ход так закончится, вы проиграли
danger-units = не осталось ни одного сухопутного отряда: если ход так закончится, вы проиграли
turn-number = ход
map-name = карта
on-turn = ходит
tired = изнурение
done = уже действовало
token = { $what } { $place }
over-end = через { $end } ({ $lands })
roll-lands = { $roll } { $cell }
roll-off = { $roll } за карту

# Кнопки
end-fortify = закончить постройки
end-units = отряды закончили
end-ship = закончить ход корабля
end-unit = закончить его ход
end-buildings = закончить ход
end-make = больше не надо
take-coins = взять монеты: { $coins }
plan = строить: { $what } (монет: { $cost })
make = создать: { $what } (монет: { $cost })
lying = { $what } ↔
upright = { $what } ↕
which = { $what }
turn = поворот
member = действовать из башни
strike = удар
shoot = выстрел ({ $odds })
ram = таранить: { $what } ({ $odds })
hurl = бросок ({ $lands })

# Что умеют жетоны
about-infantry = пехота — ход { $move }, цена { $cost }; убивает вражеский отряд рядом
about-archers = лучники — ход { $move }, цена { $cost }; стреляют на расстояние до { $range }, попадают: { $odds }; стена или осадная башня поднимает их
about-cavalry = конница — ход { $move }, цена { $cost }; убивает вражеский отряд рядом
about-tower = осадная башня — ход { $move }, цена { $cost }; каждый свежий отряд внутри может действовать, лучники – сверху; ведёт на стены
about-ram = таран — ход { $move } или поворот, цена { $cost }; ломает здание перед любым концом: стену { $wall }, другое { $other }
about-trebuchet = требушет — ход { $move } или поворот, цена { $cost }; мечет через любой конец в то, что там стоит
about-ship = корабль — ход { $move } или поворот, цена { $cost }; везёт машины и войска
about-castle = замок — резиденция; строит одно здание или берёт монеты: { $coins }
about-castle-siege = замок — резиденция; монеты в начале хода владельца: { $income }
about-camp = лагерь — резиденция; создаёт сухопутные отряды (до { $units }), машину или корабль
about-barracks = казармы — создают сухопутные отряды (до { $units })
about-workshop = мастерская — создаёт машину
about-port = порт — создаёт корабль
about-wall = стена — войти можно только со стен, лестниц, ворот и осадных башен; поднимает лучников
about-gate = ворота — пропускают войска владельца
about-ladder = лестница — ведёт на стены

# Что произошло
turn-begins = ход { $number }: { $player }
placed = { $player }: { $what } встаёт на { $place }
built = { $player }: { $what } на { $place }, постройка за { $cost }
got-coins = { $player }: монеты +{ $coins }
moved = { $player }: { $what } { $from } → { $to }
turned = { $player }: { $what } поворот { $from } → { $to }
exhausted = { $player }: ход изнуряет – { $what } { $place }
struck = { $what } { $cell } убивает: { $victim } { $target }
shot-hit = лучники { $cell } стреляют по { $target }: { $roll }, попадание
shot-missed = лучники { $cell } стреляют по { $target }: { $roll }, мимо
ram-broke = таран { $cell } бьёт: { $what } на { $target }, { $roll }, сломано
ram-failed = таран { $cell } бьёт: { $what } на { $target }, { $roll }, держится
hurl-landed = требушет мечет через { $end }: { $roll }, падает на { $target }
hurl-missed = требушет мечет через { $end }: { $roll }, мимо
destroyed = { $what } { $place }: разрушение
lost = { $player }: потеря – { $what } { $place }
captured = { $player }: захват – { $what } на { $place }
changed-sides = { $what } { $place }: теперь { $player }
made = { $player }: { $what } на { $place } за { $cost }

# Почему игра окончена
no-seat = слишком много ходов без замка и лагеря
no-units = в конце хода не осталось ни одного сухопутного отряда
defended = замок удержан до последнего хода
more-seats = больше замков и лагерей после последнего хода
more-units = более сильная армия после последнего хода
even = после последнего хода никто не вёл

# Имена
name-infantry = пехота
name-archers = лучники
name-cavalry = конница
name-tower = осадная башня
name-siege-tower = осадная башня
name-ram = таран
name-trebuchet = требушет
name-ship = корабль
name-castle = замок
name-camp = лагерь
name-barracks = казармы
name-workshop = мастерская
name-port = порт
name-wall = стена
name-gate = ворота
name-ladder = лестница
name-map = карта
name-mode = режим
name-standard = обычный
name-siege = осада
name-ford = брод
name-straits = проливы
name-islands = острова
name-pass = перевал
name-plain = равнина
name-lesson = урок
name-keep = крепость

# What puzzles ask for
goal-take = { $player }: возьмите в этот ход замок или лагерь, без броска кубика.
aim-take = Возьмите замок или лагерь
goal-keep = { $player }: сделайте так, чтобы в следующий ход нельзя было взять ни один ваш замок или лагерь, что бы ни выпало.
aim-keep = Удержите замки и лагеря
