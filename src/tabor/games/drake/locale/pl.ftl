title = Smok
tagline = Mała plansza, po siedem obracanych oddziałów i jeden przywódca do schwytania

# Panele i znaki
stack = stos
lost = straty
leader = przywódca
strike = uderzenie
about-troop = { $troop } — awers: { $front }; rewers: { $back }
way-shift = przesunięcie { $arrows }
way-slide = ślizg { $arrows }
way-strike = uderzenie { $arrows }
way-none = –

# Co się stało
placed = { $player }: { $troop } staje na { $cell }
moved = { $player }: { $troop } { $from } → { $to }
struck = { $player }: { $troop } { $from } uderza na { $to }
captured = { $player }: { $troop } na { $cell } ginie

# Warianty
about-variant-balanced = Niebiescy, którzy zaczynają, wygrywają na równinie i w dolinie za często: tutaj każda z tych plansz ma o jedną górę więcej, tak że obie strony wygrywają mniej więcej równie często.

# Dlaczego gra się skończyła
leader-captured = przywódca został schwytany
no-move = nie zostało żadne dozwolone posunięcie
no-progress = zbyt długo niczego nie postawiono ani nie zbito

# Nazwy
name-drake = Smok
name-clubman = Pałkarz
name-monk = Mnich
name-spearman = Włócznik
name-swordsman = Miecznik
name-archer = Łucznik
name-front = awers
name-back = rewers
name-board = plansza
name-plain = równina
name-course = kurs
name-valley = dolina
name-highlands = pogórze
