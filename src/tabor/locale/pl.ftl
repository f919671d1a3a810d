# Czyj ruch, jak się skończyło
to-play = ruch: { $player }
over = koniec gry
won = zwycięstwo: { $player }
drawn = remis

# Gdy kilku graczy wybiera w tajemnicy, naraz
choose-in-secret = wybierz w tajemnicy: { $left ->
    [one] została jedna decyzja
    [few] zostały { $left } decyzje
   *[many] zostało { $left } decyzji
}
chosen-in-secret = wszystko wybrane i zapieczętowane; czekamy na pozostałych
others-choose-in-secret = gracze wybierają w tajemnicy

# Dlaczego partia się skończyła, w każdej grze
resigned = { $player }: poddanie partii
agreed = gracze zgodzili się na remis
forfeited = { $player }: przegrana walkowerem
timed-out = { $player }: koniec czasu
illegal = zagrano niedozwolone posunięcie

# Nazwy
name-blue = niebiescy
name-orange = pomarańczowi
name-green = zieloni
name-purple = fioletowi
name-free = wolne pole
name-mountain = góra
name-grass = trawa
name-water = woda
name-rock = skała
name-blocked = przeszkoda
name-variant = wariant
name-rulebook = według zasad
name-balanced = wyrównany

# Partia sprzed aktualizacji
other-rules = Tę partię ({ $game }) rozegrano według innych zasad niż te, które ma teraz serwer. Nie można jej kontynuować ani odtworzyć; zapis nadal można przeczytać.
record-of = { $game }, według wersji { $version } zasad
taken-back = cofnięto: { $count }

# What puzzles ask for
goal-win = { $player }: zagraj i wygraj.
aim-win = Wygraj
goal-survive = { $player }: zagraj tak, by następna tura przeciwnika cię nie pokonała.
aim-survive = Przetrwaj
