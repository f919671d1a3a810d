# Kdo je na tahu, jak to skončilo
to-play = na tahu: { $player }
over = konec hry
won = vítězství: { $player }
drawn = remíza

# Když několik hráčů vybírá tajně, najednou
choose-in-secret = vyberte tajně: { $left ->
    [one] zbývá jedno rozhodnutí
    [few] zbývají { $left } rozhodnutí
   *[other] zbývá { $left } rozhodnutí
}
chosen-in-secret = vše je vybráno a zapečetěno; čeká se na ostatní
others-choose-in-secret = hráči vybírají tajně

# Proč partie skončila, v každé hře
resigned = { $player }: vzdání partie
agreed = hráči se dohodli na remíze
forfeited = { $player }: kontumační prohra
timed-out = { $player }: vypršel čas
illegal = byl zahrán nedovolený tah

# Jména
name-blue = modří
name-orange = oranžoví
name-green = zelení
name-purple = fialoví
name-free = volné pole
name-mountain = hora
name-grass = tráva
name-water = voda
name-rock = skála
name-blocked = překážka
name-variant = varianta
name-rulebook = podle pravidel
name-balanced = vyvážená

# Partie z doby před aktualizací
other-rules = Tato partie ({ $game }) se hrála podle jiných pravidel, než má server teď. Nelze v ní pokračovat ani ji přehrát; zápis lze stále číst.
record-of = { $game }, podle verze { $version } pravidel
taken-back = vzato zpět: { $count }

# What puzzles ask for
goal-win = { $player }: zahraj a vyhraj.
aim-win = Vyhraj
goal-survive = { $player }: zahraj tak, aby tě příští tah soupeře neporazil.
aim-survive = Přežij
