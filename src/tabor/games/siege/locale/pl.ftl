title = Oblężenie
tagline = Zamki, machiny, statki i kości: odbierz wrogowi jego siedziby

# Warianty
about-variant-balanced = Łucznicy utrzymują każde miejsce: tu kosztują dwie monety, piechota i statki ruszają się o krok dalej, na początku jest więcej monet, z zamków mniej, cieśniny są wąskie, drabiny stawia się pod każdym murem, niebiescy mają więcej, gdzie pomarańczowi uderzają pierwsi, a machiny i bramy kosztują połowę, więc prawie każda gra rozstrzyga się w polu, a dobrzy gracze obu stron wygrywają równie często.

# Co się wybiera
choose-seat = { $player }: postaw – { $what }
choose-fortify = { $player }: budowa przed oblężeniem
choose-units = { $player }: czyja kolej następna?
choose-ship = { $player }: kolej – { $what }
choose-unit = { $player }: kolej – { $what }
choose-tire = { $player }: kogo wyczerpie ruch ({ $what })?
choose-shot = { $player }: kolej – { $what } (strzał trafia: { $odds })
choose-ram = { $player }: kolej – { $what } (łamie mury: { $wall }, inne: { $other })
choose-hurl = { $player }: kolej – { $what } (rzuty padają { $lands })
choose-buildings = { $player }: która budowla działa?
choose-castle = { $player }: { $what } – co zrobić?
choose-site = { $player }: { $what } – gdzie budować?
choose-make = { $player }: { $what } – co wystawić?

# Panele i znaki
treasury = skarbiec
role-defender = obrońca
role-attacker = napastnik
clock = partia
coins-of = monety
seats-of = siedziby
worth-of-units = wartość jednostek
seatless = tury bez siedziby
danger-seat = nie masz zamku ani obozu: jeśli tura tak się skończy, przegrywasz
danger-units = nie ma ani jednego oddziału lądowego: jeśli tura tak się skończy, przegrywasz
turn-number = tura
map-name = mapa
on-turn = na ruchu
tired = wyczerpanie
done = już po działaniu
token = { $what } { $place }
over-end = nad { $end } ({ $lands })
roll-lands = { $roll } { $cell }
roll-off = { $roll } poza mapą

# Przyciski
end-fortify = koniec budowy
end-units = oddziały skończyły
end-ship = koniec kolejki statku
end-unit = koniec kolejki
end-buildings = koniec tury
end-make = więcej nie trzeba
take-coins = weź monety: { $coins }
plan = buduj: { $what } (monety: { $cost })
make = wystaw: { $what } (monety: { $cost })
lying = { $what } ↔
upright = { $what } ↕
which = { $what }
turn = obrót
member = działaj z wieży
strike = cios
shoot = strzał ({ $odds })
ram = taranuj: { $what } ({ $odds })
hurl = rzut ({ $lands })

# Co potrafią żetony
about-infantry = piechota — ruch { $move }, koszt { $cost }; zabija wrogą jednostkę obok
about-archers = łucznicy — ruch { $move }, koszt { $cost }; strzelają na odległość do { $range }, trafiają: { $odds }; mur lub wieża oblężnicza ich podnosi
about-cavalry = konnica — ruch { $move }, koszt { $cost }; zabija wrogą jednostkę obok
about-tower = wieża oblężnicza — ruch { $move }, koszt { $cost }; każda świeża jednostka w środku może działać, łucznicy z góry; prowadzi na mury
about-ram = taran — ruch { $move } albo obrót, koszt { $cost }; łamie budowlę przed którymś końcem: mur { $wall }, inną { $other }
about-trebuchet = trebusz — ruch { $move } albo obrót, koszt { $cost }; rzuca ponad którymś końcem w to, co tam stoi
about-ship = statek — ruch { $move } albo obrót, koszt { $cost }; wozi machiny i jednostki
about-castle = zamek — siedziba; stawia jedną budowlę albo bierze monety: { $coins }
about-castle-siege = zamek — siedziba; monety na początku tury właściciela: { $income }
about-camp = obóz — siedziba; wystawia jednostki lądowe (do { $units }), machinę albo statek
about-barracks = koszary — wystawiają jednostki lądowe (do { $units })
about-workshop = warsztat — wystawia machinę
about-port = port — wystawia statek
about-wall = mur — wchodzi się tylko z murów, drabin, bram i wież oblężniczych; podnosi łuczników
about-gate = brama — przepuszcza jednostki właściciela
about-ladder = drabina — prowadzi na mury

# Co się stało
turn-begins = tura { $number }: { $player }
placed = { $player }: { $what } staje na { $place }
built = { $player }: { $what } na { $place }, budowa za { $cost }
got-coins = { $player }: monety +{ $coins }
moved = { $player }: { $what } { $from } → { $to }
turned = { $player }: { $what } obrót { $from } → { $to }
exhausted = { $player }: ruch wyczerpuje – { $what } { $place }
struck = { $what } { $cell } zabija: { $victim } { $target }
shot-hit = łucznicy { $cell } strzelają w { $target }: { $roll }, trafienie
shot-missed = łucznicy { $cell } strzelają w { $target }: { $roll }, pudło
ram-broke = taran { $cell } uderza: { $what } na { $target }, { $roll }, złamane
ram-failed = taran { $cell } uderza: { $what } na { $target }, { $roll }, wytrzymuje
hurl-landed = trebusz rzuca ponad { $end }: { $roll }, pada na { $target }
hurl-missed = trebusz rzuca ponad { $end }: { $roll }, pudło
destroyed = { $what } { $place }: zniszczenie
lost = { $player }: strata – { $what } { $place }
captured = { $player }: zdobycz – { $what } na { $place }
changed-sides = { $what } { $place }: teraz { $player }
made = { $player }: { $what } na { $place } za { $cost }

# Dlaczego gra się skończyła
no-seat = zbyt wiele tur bez zamku i obozu
no-units = na końcu tury nie została żadna jednostka lądowa
defended = zamek utrzymano do ostatniej tury
more-seats = więcej zamków i obozów po ostatniej turze
more-units = silniejsza armia po ostatniej turze
even = po ostatniej turze nikt nie prowadził

# Nazwy
name-infantry = piechota
name-archers = łucznicy
name-cavalry = konnica
name-tower = wieża oblężnicza
name-siege-tower = wieża oblężnicza
name-ram = taran
name-trebuchet = trebusz
name-ship = statek
name-castle = zamek
name-camp = obóz
name-barracks = koszary
name-workshop = warsztat
name-port = port
name-wall = mur
name-gate = brama
name-ladder = drabina
name-map = mapa
name-mode = tryb
name-standard = zwykły
name-siege = oblężenie
name-ford = bród
name-straits = cieśniny
name-islands = wyspy
name-pass = przełęcz
name-plain = równina
name-lesson = nauka
name-keep = twierdza

# What puzzles ask for
goal-take = { $player }: zdobądź w tej turze zamek lub obóz, bez rzutu kością.
aim-take = Zdobądź zamek lub obóz
goal-keep = { $player }: spraw, by w następnej turze nie można było zdobyć żadnego twojego zamku ani obozu, cokolwiek wypadnie.
aim-keep = Utrzymaj zamki i obozy
