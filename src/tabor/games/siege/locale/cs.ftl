title = Obléhání
tagline = Hrady, stroje, lodě a kostky: seber nepříteli jeho sídla

# Varianty
about-variant-balanced = Podle pravidel lučištníci udrží vše, co hlídají: tady stojí dvě mince, pěchota a lodě se pohybují o krok dál, obě strany začínají s více mincemi a hrady přinášejí méně, průlivy jsou úzké, žebříky se stavějí u každé hradby, modrý má více tam, kde oranžový udeří první, a stroje a brány stojí polovinu, takže se skoro každá hra rozhodne v poli a dobří hráči vyhrávají na obou stranách stejně často.

# Co se vybírá
choose-seat = { $player }: postav – { $what }
choose-fortify = { $player }: stavba před obléháním
choose-units = { $player }: kdo je další na řadě?
choose-ship = { $player }: na řadě – { $what }
choose-unit = { $player }: na řadě – { $what }
choose-tire = { $player }: koho tah vyčerpá ({ $what })?
choose-shot = { $player }: na řadě – { $what } (střela zasáhne: { $odds })
choose-ram = { $player }: na řadě – { $what } (prolomí hradby: { $wall }, ostatní: { $other })
choose-hurl = { $player }: na řadě – { $what } (hody dopadnou { $lands })
choose-buildings = { $player }: která stavba jedná?
choose-castle = { $player }: { $what } – co udělat?
choose-site = { $player }: { $what } – kde stavět?
choose-make = { $player }: { $what } – co vyrobit?

# Panely a značky
treasury = pokladna
role-defender = obránce
role-attacker = útočník
clock = partie
coins-of = mince
seats-of = sídla
worth-of-units = hodnota jednotek
seatless = tahy bez sídla
danger-seat = nemáš hrad ani tábor: skončí-li tah takto, prohráváš
danger-units = nezbyla žádná pozemní jednotka: skončí-li tah takto, prohráváš
turn-number = tah
map-name = mapa
on-turn = na řadě
tired = vyčerpáno
done = už jednalo
token = { $what } { $place }
over-end = přes { $end } ({ $lands })
roll-lands = { $roll } { $cell }
roll-off = { $roll } mimo mapu

# Tlačítka
end-fortify = konec stavby
end-units = jednotky skončily
end-ship = konec tahu lodi
end-unit = konec jejího tahu
end-buildings = konec tahu
end-make = víc už ne
take-coins = vzít mince: { $coins }
plan = stavět: { $what } (mince: { $cost })
make = vyrobit: { $what } (mince: { $cost })
lying = { $what } ↔
upright = { $what } ↕
which = { $what }
turn = otočit
member = jednat z věže
strike = úder
shoot = střela ({ $odds })
ram = beranit: { $what } ({ $odds })
hurl = hod ({ $lands })

# Co žetony umějí
about-infantry = pěchota — pohyb { $move }, cena { $cost }; zabije nepřátelskou jednotku vedle sebe
about-archers = lučištníci — pohyb { $move }, cena { $cost }; střílejí na vzdálenost nejvýš { $range }, zasáhnou: { $odds }; hradba nebo obléhací věž je zvedá
about-cavalry = jízda — pohyb { $move }, cena { $cost }; zabije nepřátelskou jednotku vedle sebe
about-tower = obléhací věž — pohyb { $move }, cena { $cost }; každá svěží jednotka uvnitř smí jednat, lučištníci shora; vede na hradby
about-ram = beranidlo — pohyb { $move } nebo otočení, cena { $cost }; prolomí stavbu před některým koncem: hradbu { $wall }, jinou { $other }
about-trebuchet = trebuchet — pohyb { $move } nebo otočení, cena { $cost }; vrhá přes některý konec na to, co tam stojí
about-ship = loď — pohyb { $move } nebo otočení, cena { $cost }; veze stroje a jednotky
about-castle = hrad — sídlo; postaví jednu stavbu, nebo vezme mince: { $coins }
about-castle-siege = hrad — sídlo; mince na začátku tahu majitele: { $income }
about-camp = tábor — sídlo; vyrobí pozemní jednotky (až { $units }), stroj nebo loď
about-barracks = kasárny — vyrobí pozemní jednotky (až { $units })
about-workshop = dílna — vyrobí stroj
about-port = přístav — vyrobí loď
about-wall = hradba — vstupuje se jen z hradeb, žebříků, bran a obléhacích věží; zvedá lučištníky
about-gate = brána — propouští jednotky majitele
about-ladder = žebřík — vede na hradby

# Co se stalo
turn-begins = tah { $number }: { $player }
placed = { $player }: { $what } přichází na { $place }
built = { $player }: { $what } na { $place }, stavba za { $cost }
got-coins = { $player }: mince +{ $coins }
moved = { $player }: { $what } { $from } → { $to }
turned = { $player }: { $what } otočení { $from } → { $to }
exhausted = { $player }: tah vyčerpá – { $what } { $place }
struck = { $what } { $cell } zabíjí: { $victim } { $target }
shot-hit = lučištníci { $cell } střílejí na { $target }: { $roll }, zásah
shot-missed = lučištníci { $cell } střílejí na { $target }: { $roll }, vedle
ram-broke = beranidlo { $cell } naráží: { $what } na { $target }, { $roll }, prolomeno
ram-failed = beranidlo { $cell } naráží: { $what } na { $target }, { $roll }, drží
hurl-landed = trebuchet vrhá přes { $end }: { $roll }, dopad na { $target }
hurl-missed = trebuchet vrhá přes { $end }: { $roll }, vedle
destroyed = { $what } { $place }: zničeno
lost = { $player }: ztráta – { $what } { $place }
captured = { $player }: kořist – { $what } na { $place }
changed-sides = { $what } { $place }: nyní { $player }
made = { $player }: { $what } na { $place } za { $cost }

# Proč hra skončila
no-seat = příliš mnoho tahů bez hradu a tábora
no-units = na konci tahu nezbyla žádná pozemní jednotka
defended = hrad se udržel do posledního tahu
more-seats = víc hradů a táborů po posledním tahu
more-units = silnější vojsko po posledním tahu
even = po posledním tahu nikdo nevedl

# Jména
name-infantry = pěchota
name-archers = lučištníci
name-cavalry = jízda
name-tower = obléhací věž
name-siege-tower = obléhací věž
name-ram = beranidlo
name-trebuchet = trebuchet
name-ship = loď
name-castle = hrad
name-camp = tábor
name-barracks = kasárny
name-workshop = dílna
name-port = přístav
name-wall = hradba
name-gate = brána
name-ladder = žebřík
name-map = mapa
name-mode = režim
name-standard = obvyklý
name-siege = obléhání
name-ford = brod
name-straits = průlivy
name-islands = ostrovy
name-pass = průsmyk
name-plain = rovina
name-lesson = výuka
name-keep = tvrz

# What puzzles ask for
goal-take = { $player }: dobuď v tomto tahu hrad nebo tábor, a to bez kostky.
aim-take = Dobuď hrad nebo tábor
goal-keep = { $player }: zařiď, aby v příštím tahu nešlo dobýt žádný tvůj hrad ani tábor, ať padne cokoli.
aim-keep = Udrž hrady a tábory
