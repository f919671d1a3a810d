title = Wojownicy
tagline = Drużyny wojowników i eliksirów, wybrane w tajemnicy, dla dwóch do czterech graczy

# Warianty
about-variant-balanced = Według zasad pięciu Ninja z Siłą pokonuje większość innych drużyn, a Rycerzy i Zombie nigdy nie opłaca się brać: tutaj Siła, Leczenie i Starzenie działają słabiej, Gladiatorzy mają o punkt życia mniej, a Rycerze i Zombie więcej, tak że dobrych drużyn jest kilka.

# Czyja kolej
now-pick = { $player }: wybór drużyny ({ $done } z { $all })
now-opening = { $player }: trzeba przywołać pierwszego wojownika
now-move1 = { $player }: pierwsze ruchy
now-attack = { $player }: ataki
now-move2 = { $player }: drugie ruchy
now-summon = { $player }: można kogoś przywołać
aim-opening = { $player }: { $what } – gdzie ma stanąć?
aim-move1 = { $player }: { $what } – na które pole?
aim-attack = { $player }: { $what } – na kogo?
aim-move2 = { $player }: { $what } – na które pole?
aim-summon = { $player }: { $what } – gdzie?

# Przyciski
end-move1 = koniec ruchów
end-attack = koniec ataków
end-move2 = koniec ruchów
end-summon = nikogo nie przywołuj
team-unknown = „{ $letter }” to ani wojownik ({ $warriors }), ani mikstura ({ $potions })
team-count = w drużynie jest wojowników: { $team }, mikstur: { $items }, na przykład { $example }; tu jest { $warriors } i { $potions }
blow-leaves = odbiera punkty życia: { $damage }, zostaje { $left }
blow-fells = odbiera punkty życia: { $damage }, mdleje
about-kind = { $what } — { $worth }
worth-warrior = punkty życia { $hp }, atak { $attack }, chód { $walk }
worth-instant = { $effect } od razu
worth-potion = { $effect } na { $duration ->
    [one] { $duration } turę
    [few] { $duration } tury
   *[many] { $duration } tur
}

# Panele i znaki
team = drużyna
shop = do wyboru
match = partia
turns-left = pozostałe tury
on-field = na polu
is-out = poza grą
picked-in-secret = wybierane w tajemnicy
hp-left = punkty życia { $hp } z { $most }
working = { $what }
modifier = { $effect } jeszcze na { $turns ->
    [one] { $turns } turę
    [few] { $turns } tury
   *[many] { $turns } tur
}
effect-attack = atak { $amount }
effect-walk = chód { $amount }
effect-hp = punkty życia { $amount }
warrior-on = { $warrior } { $cell }
about-unit = { $warrior } — teraz atak { $attack }, chód { $walk }
about-mover = { $warrior } — teraz atak { $attack }, chód { $walk }; może iść na { $cells }

# Co się stało
picked = { $player }: wybór – { $what }
team-shown = { $player }: drużyna pokazana
summoned = { $player }: { $warrior } pojawia się na { $cell }
went = { $player }: { $warrior } { $from } → { $to }
struck = { $player }: { $warrior } { $from } bije w { $to } za { $damage }
poured = { $player }: { $potion } dla { $cell } ({ $owner }: { $warrior })
fainted = { $player }: { $warrior } na { $cell } mdleje
faded = { $player }: { $warrior } na { $cell } – mija { $effect }
out = { $player }: poza grą

# Dlaczego gra się skończyła
last-one-left = nikt inny nie ma wojowników
turn-limit = tury się skończyły i policzono, co zostało

# Nazwy
name-gladiator = Gladiator
name-knight = Rycerz
name-ninja = Ninja
name-pumpkin = Dynia
name-zombie = Zombie
name-dino = Dino
name-healing = Leczenie
name-strength = Siła
name-weakness = Słabość
name-runner = Biegacz
name-aging = Starzenie
name-ready = w gotowości
name-moved = po ruchu
name-attacked = po ataku
name-moved-and-attacked = po ruchu i ataku
name-selected = zaznaczenie
name-map = mapa
name-players = gracze
name-duel = pojedynek
name-meadow = łąka
name-ruins = ruiny
name-borderland = pogranicze
