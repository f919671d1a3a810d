title = Roboty
tagline = Dwa roje i tajne rozkazy: wydawane ręcznie albo przez twój program

# Panele, znaki i przyciski
arena = arena
force = rój
turn = tura
batch-in = tury do nowych robotów
robots = roboty
all-hit-points = punkty życia
hit-points = { $hp ->
    [one] { $hp } punkt życia
    [few] { $hp } punkty życia
   *[many] { $hp } punktów życia
}
next = czeka na rozkaz
ordered = rozkaz: { $order }
will-go = idzie { $arrow }
will-attack = atakuje { $arrow }
will-guard = broni się
will-explode = wysadza się
order-for = tura { $turn }, { $player }: rozkaz dla robota na { $cell }
about-robot = robot — punkty życia { $hp } z { $most }; idzie lub atakuje o jedno pole, broni się albo się wysadza
attack = atak (−{ $low } … −{ $high })
guard = obrona
suicide = wysadź się (−{ $damage })
done = gotowe: reszta się broni

# Co się stało
turn-played = tura { $turn }: niebiescy { $blue }, pomarańczowi { $orange }
moved = { $player }: { $from } → { $to }
stuck = { $player }: z { $from } nie da się wejść na { $to }
attacked = { $player }: { $from } atakuje { $to }
collided = { $player }: { $cell } zderza się z { $other } (−{ $damage }, −{ $back })
hit = { $player }: { $cell } dostaje cios z { $from } (−{ $damage })
exploded = { $player }: { $cell } cierpi od wybuchu na { $from } (−{ $damage })
died = { $player }: robot na { $cell } zniszczony
died-by-suicide = { $player }: robot na { $cell } wysadza się
died-on-spawn = { $player }: robot na { $cell } ustępuje nowym i ginie
appeared = { $player }: nowy robot na { $cell }

# Dlaczego gra się skończyła
all-turns = rozegrano wszystkie tury

# Nazwy
name-robot = robot
name-open = otwarte pole
name-spawn = pole nowych robotów
name-arena = arena
name-standard = zwykła
name-pit = dół
name-turns = tury
name-all = wszystkie

# What puzzles ask for
goal-keep-all = { $player }: nie strać w tej turze żadnego robota, cokolwiek rozkaże druga strona.
aim-keep-all = Nie strać robota
goal-destroy = { $player }: spraw, by druga strona straciła w tej turze robota, cokolwiek rozkaże.
aim-destroy = Zniszcz robota
