title = Роботы
tagline = Два роя и тайные приказы: от руки или вашей программой

# Панели, знаки и кнопки
arena = арена
force = рой
turn = ход
batch-in = ходы до новых роботов
robots = роботы
all-hit-points = очки прочности
hit-points = { $hp ->
    [one] { $hp } очко прочности
    [few] { $hp } очка прочности
   *[many] { $hp } очков прочности
}
next = ждёт приказа
ordered = приказ: { $order }
will-go = идёт { $arrow }
will-attack = атакует { $arrow }
will-guard = обороняется
will-explode = подрывает себя
order-for = ход { $turn }, { $player }: приказ для робота на { $cell }
about-robot = робот — прочность { $hp } из { $most }; идёт или атакует на одну клетку, обороняется или подрывает себя
attack = атака (−{ $low } … −{ $high })
guard = оборона
suicide = взорваться (−{ $damage })
done = готово: остальные обороняются

# Что произошло
turn-played = ход { $turn }: синие { $blue }, оранжевые { $orange }
moved = { $player }: { $from } → { $to }
stuck = { $player }: с { $from } не пройти на { $to }
attacked = { $player }: { $from } атакует { $to }
collided = { $player }: { $cell } сталкивается с { $other } (−{ $damage }, −{ $back })
hit = { $player }: { $cell } получает удар с { $from } (−{ $damage })
exploded = { $player }: { $cell } страдает от взрыва на { $from } (−{ $damage })
died = { $player }: робот на { $cell } уничтожен
died-by-suicide = { $player }: робот на { $cell } подрывает себя
died-on-spawn = { $player }: робот на { $cell } уступает место новым и гибнет
appeared = { $player }: новый робот на { $cell }

# Почему игра окончена
all-turns = сыграны все ходы

# Имена
name-robot = робот
name-open = открытое поле
name-spawn = поле новых роботов
name-arena = арена
name-standard = обычная
name-pit = яма
name-turns = ходы
name-all = все

# What puzzles ask for
goal-keep-all = { $player }: не потеряйте в этот ход ни одного робота, что бы ни приказала другая сторона.
aim-keep-all = Не потеряйте робота
goal-destroy = { $player }: добейтесь, чтобы другая сторона потеряла в этот ход робота, что бы она ни приказала.
aim-destroy = Уничтожьте робота
