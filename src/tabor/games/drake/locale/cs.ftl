title = Drak
tagline = Malá deska, na každé straně sedm otáčivých oddílů a jeden vůdce k chycení

# Panely a značky
stack = hromádka
lost = ztráty
leader = vůdce
strike = úder
about-troop = { $troop } — líc: { $front }; rub: { $back }
way-shift = posun { $arrows }
way-slide = skluz { $arrows }
way-strike = úder { $arrows }
way-none = –

# Co se stalo
placed = { $player }: { $troop } přichází na { $cell }
moved = { $player }: { $troop } { $from } → { $to }
struck = { $player }: { $troop } { $from } zasahuje { $to }
captured = { $player }: { $troop } na { $cell } padá

# Varianty
about-variant-balanced = Modří, kteří začínají, vyhrávají na rovině a v údolí příliš často: tady má každá z těchto desek o jednu horu víc, aby obě strany vyhrávaly zhruba stejně často.

# Proč hra skončila
leader-captured = vůdce byl zajat
no-move = nezbyl žádný přípustný tah
no-progress = příliš dlouho nebylo nic postaveno ani zajato

# Jména
name-drake = Drak
name-clubman = Palcátník
name-monk = Mnich
name-spearman = Kopiník
name-swordsman = Šermíř
name-archer = Lučištník
name-front = líc
name-back = rub
name-board = deska
name-plain = rovina
name-course = kurz
name-valley = údolí
name-highlands = vysočina
