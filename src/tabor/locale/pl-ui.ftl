# Strony w przeglądarce.

# Wszędzie
ui-language = Język
ui-theme-auto = Kolory: jak w systemie
ui-theme-light = Kolory: jasne
ui-theme-dark = Kolory: ciemne
ui-loading = Chwileczkę …
ui-to-home = Do wszystkich gier
ui-close = Zamknij
ui-back = Wstecz
ui-yes = Tak
ui-no = Nie
ui-preparing = Wkrótce szybciej: { $games }
ui-not-compiled = Bez skompilowanych zasad, wolniej: { $games }

# Strona główna
ui-welcome = W co zagramy?
ui-welcome-more = Wybierz grę. Z komputerem zaczyna się od razu; znajomi dołączają przez odnośnik.
ui-side = Twoja strona
ui-any-side = dowolna
ui-level = Poziom komputera: { $level } z { $levels }
ui-clock = Zegar
ui-no-clock = bez zegara
ui-your-name = Twoje imię
ui-play = Graj
ui-invite = Zaproś kogoś
ui-one-screen = Razem przy tym ekranie
ui-watch-computers = Niech grają komputery
ui-list-it = pokaż moje zaproszenie poniżej wszystkim
ui-open-games = Otwarte gry
ui-no-open-games = W tej chwili żadnych.
ui-join = Dołącz
ui-watch = Oglądaj
ui-saved-match = Zapisana partia
ui-open-file = Otwórz plik, aby obejrzeć partię albo grać dalej
ui-deck-own = zbuduj własną talię
ui-deck-cards = Twoja talia
ui-deck-size = Talia ma od { $least } do { $most } kart; twoja ma { $count }.
ui-deck-less = { $card }: o jedną mniej
ui-deck-more = { $card }: o jedną więcej
ui-deck-count = { $count ->
    [one] { $count } karta
    [few] { $count } karty
   *[many] { $count } kart
}

# Nauka
ui-campaign = Kampania
ui-campaign-lead = Wygrana bitwa otwiera następną, a każda wygrana daje karty do twojej talii.
ui-battle-won = wygrana
ui-battle-open = otwarta
ui-battle-locked = zamknięta, dopóki poprzednia bitwa nie jest wygrana
ui-battle-earns = Wygrana daje
ui-battle-earned = Zdobyte
ui-battle-fight = Walcz
ui-battle-again = Jeszcze raz
ui-next-battle = Następna bitwa: { $battle }
ui-campaign-deck = Twoja talia
ui-learn-title = { $game }: pierwsza lekcja
ui-learn-progress = Jak daleko jesteś
ui-learn-done = Pierwsza partia za tobą ({ $game }). Teraz prawdziwa?
ui-learn-astray = Teraz liczy się tylko to, co zaznaczone: kliknij tam.
ui-learn-play = Zagraj z komputerem
ui-learn-again = Jeszcze raz
ui-learn-next = Dalej
ui-learn-link = Pierwszy raz? Nauka w minutę

# Czekanie na drugą osobę
ui-waiting = Czekamy na drugą osobę. Gra zacznie się, gdy usiądzie.
ui-friend-link = Wyślij jej ten odnośnik
ui-copy = Kopiuj odnośnik
ui-copied = Skopiowano
ui-sit-down = Usiądź i graj

# Plansza
ui-board = Plansza. Strzałki przesuwają, Enter wybiera, n przechodzi do następnej rzeczy, którą można wybrać.
ui-beside-board = Gracze i to, co leży obok planszy
ui-match = Partia
ui-nearer = Przybliż
ui-farther = Oddal
ui-cell-can = { $what }, można wybrać
ui-piece-of = { $kind } ({ $owner })
ui-warning = Uwaga: { $what }. Jeśli mimo to tak ma być, kliknij jeszcze raz.
ui-point-at = Wskaż coś, aby o tym przeczytać.
ui-choices = Co można zrobić
ui-no-choices = W tej chwili nic.
ui-sealed = Twoje tajne wybory
ui-unseal = Cofnij
ui-spell = Wszystko naraz, jako jeden tekst
ui-spell-send = Wybierz to
ui-log = Co się stało
ui-log-empty = Jeszcze nic się nie stało.
ui-pass-to = Oddaj ekran: { $player }.
ui-i-am = To ja: { $player }

# Dlaczego nic się nie dzieje
ui-why-over = Gra jest skończona.
ui-why-watching = Oglądasz tę grę; nie masz w niej miejsca.
ui-why-sent = Twoje ostatnie posunięcie jest w drodze do serwera.
ui-why-turn = Teraz kolej: { $player }.
ui-why-not-from = { $what }: to nie pasuje, gdy wybrano: { $from }. { $about }
ui-why-not-now = { $what }: teraz nic się z tym nie da zrobić ({ $status }).
ui-not-connected = Nie ma połączenia: nic nie wysłano.
ui-connection-lost = Połączenie zerwane; próbujemy znowu …
ui-nothing-to-undo = Nie ma teraz nic, co można cofnąć.
ui-only-was = Nic innego nie da się zrobić: { $what }.

# Gracze
ui-you = ty
ui-you-as = { $name } (ty)
ui-computer-level = komputer, poziom { $level }
ui-nobody-yet = jeszcze nikt
ui-somebody = ktoś
ui-away = bez połączenia
ui-thinking = myśli …
ui-on-turn = na ruchu
ui-spectators = { $count ->
    [one] { $count } widz
    [few] { $count } widzów
   *[many] { $count } widzów
}

# Przyciski
ui-undo = Cofnij
ui-hint = Podpowiedź
ui-hint-is = Komputer zagrałby: { $what }
ui-offer-draw = Zaproponuj remis
ui-resign = Poddaj się
ui-resign-sure = Tak, poddaję
ui-resign-no = Nie, gram dalej
ui-claim = Odbierz wygraną
ui-to-rematch = Do rewanżu
ui-replay = Obejrzyj jeszcze raz
ui-download = Pobierz
ui-check-dice = Sprawdź kości
ui-dice-kept = Kości są takie, jak obiecano przed partią, i jest w nich Twoja liczba. Obietnica: { $commitment }.
ui-dice-unproven = Kości zgadzają się z obietnicą, którą serwer pokazuje teraz: { $commitment }. Ta przeglądarka nie widziała jej przed partią, więc więcej wiedzieć nie może.
ui-dice-other-promise = Przed partią serwer obiecał inne kości, niż mówi teraz: { $commitment }.
ui-dice-other-bits = To nie są kości, które obiecano: { $commitment }.
ui-dice-no-number = W kościach nie ma Twojej liczby, choć przeglądarka ją podała. Obietnica: { $commitment }.
ui-flip = Obróć planszę
ui-help = Pomoc

# Propozycje
ui-offer-sent = Wysłano pytanie; czekamy na odpowiedź.
ui-offer-draw-asked = { $player }: propozycja remisu.
ui-offer-undo-asked = { $player }: prośba o cofnięcie ostatniego posunięcia.
ui-offer-rematch-asked = { $player }: propozycja rewanżu.

# Powtórka
ui-first = Na początek
ui-previous = Krok wstecz
ui-run = Odtwarzaj
ui-pause = Wstrzymaj
ui-next = Krok dalej
ui-last = Na koniec
ui-ply = Miejsce w partii
ui-play-on = Graj dalej od tego miejsca
ui-bot-output = Co napisały boty
ui-follow-live = na żywo
ui-follow-silent = od dłuższej chwili cisza: namysł albo przerwa
ui-follow-waiting = koniec; reszta nadejdzie
ui-follow-over = koniec
ui-follow-lost = serwer nie odpowiada; pytam ponownie
ui-seen-by = Kto patrzy
ui-seen-by-all = jak widzą wszyscy
ui-seen-by-seat = jak widzą: { $player }

# Pomoc
ui-keys = Klawisze
ui-key-arrows = ruch po planszy
ui-key-enter = wybór
ui-key-next = następna lub poprzednia rzecz do wyboru
ui-key-back = o jeden wybór wstecz
ui-key-tab = plansza, karty, przyciski, dziennik
ui-key-board = do planszy
ui-key-list = wszystko, co można zrobić, jako lista
ui-key-undo = cofnij
ui-key-hint = podpowiedź
ui-key-flip = obróć planszę
ui-key-zoom = bliżej, dalej, cała plansza
ui-key-help = ta pomoc
ui-rules = Zasady

# Settings
ui-settings = Ustawienia
ui-pace = Jak szybko pokazywać ruchy innych
ui-pace-calm = spokojnie
ui-pace-normal = zwyczajnie
ui-pace-quick = szybko
ui-pace-none = od razu, bez animacji
ui-sound = Dźwięk
ui-talk-shown = Pokazuj rozmowę graczy
ui-notify = Powiadamiaj mnie, gdy jest moja kolej
ui-only = Jedyny możliwy wybór wykonuj bez pytania

# My games
ui-my-games = Moje gry
ui-your-turn = twoja kolej
ui-your-turn-in = Twoja kolej: { $count }
ui-mine-waiting = czeka na znajomego
ui-mine-theirs = ich kolej
ui-mine-won = wygrana
ui-mine-lost = przegrana
ui-mine-drawn = remis
ui-mine-over = skończona
ui-mine-forget = Usuń z tej listy
ui-mine-all = Pokaż wszystkie skończone ({ $count })
ui-days-a-turn = { $days ->
    [one] { $days } dzień na ruch
    [few] { $days } dni na ruch
   *[many] { $days } dni na ruch
}
ui-clock-days = { $days ->
    [one] { $days } dzień
    [few] { $days } dni
   *[many] { $days } dni
}
ui-clock-hours = { $hours } godz. { $minutes } min
ui-computer = Komputer
ui-trouble-slow = Komputer nie odpowiedział na czas. Kto z nim gra, może uznać grę za wygraną.
ui-trouble-ended = Program komputera przerwał pracę w trakcie namysłu. Kto z nim gra, może uznać grę za wygraną.
ui-trouble-failed = Program komputera popełnił błąd i nie ma odpowiedzi. Kto z nim gra, może uznać grę za wygraną.
ui-trouble-refused = Komputer wybrał coś, czego nie można zagrać. Kto z nim gra, może uznać grę za wygraną.
ui-trouble-not-compiled = Nie udało się przygotować zasad tej gry na tym serwerze, więc nie może się ona zacząć. Wybierz inną grę.

# Following the game
ui-skip = Pomiń
ui-last-turn = Pokaż ostatnią turę jeszcze raz
ui-looking-back = Spojrzenie wstecz: po akcji { $ply }
ui-return = Wróć do gry
ui-result-won = Wygrywasz: { $reason }
ui-result-lost = Przegrywasz, wygrywa { $winner }: { $reason }
ui-result-drawn = Remis: { $reason }
ui-again = Zagraj jeszcze raz
ui-other-side = Jeszcze raz, druga strona
ui-group = Kilka naraz
ui-group-all = Wszystkie
ui-group-end = Pojedynczo
ui-tab-side = Obok planszy
ui-tab-talk = Partia i zapis

# Talk
ui-talk = Rozmowa
ui-talk-say = Powiedz coś
ui-talk-send = Wyślij
ui-talk-save = zapisz
ui-talk-hide = ukryj
ui-quick-hello = Cześć!
ui-quick-luck = Powodzenia!
ui-quick-nice = Dobrze zagrane!
ui-quick-oops = Ojej.
ui-quick-moment = Chwileczkę, proszę.
ui-quick-thanks = Dziękuję za grę!

# Replay, more
ui-previous-turn = O turę wstecz
ui-next-turn = O turę naprzód
ui-speed = Szybkość
ui-link-here = Kopiuj odnośnik do tej chwili
ui-key-skip = pomiń to, co jest pokazywane
ui-key-last = pokaż ostatnią turę jeszcze raz
ui-key-step = przy patrzeniu wstecz: krok wstecz, krok naprzód

# What the server refuses
ui-refused-stale = Gra się tymczasem zmieniła; spójrz jeszcze raz.
ui-refused-not-legal = Tego nie można teraz zagrać.
ui-refused-not-spelled = Nie da się tego odczytać: { $why }.
ui-refused-chosen-before = Wybrano już { $what }, a w tekście tego nie ma: najpierw to cofnij.
ui-refused-no-action = Strona i serwer się nie rozumieją ({ $sentence }). Wczytaj stronę ponownie.
ui-refused-not-your-turn = To nie twoja kolej.
ui-refused-all-chosen = Twój wybór zapadł; inni jeszcze wybierają.
ui-refused-spectator = Oglądasz; nie masz tu miejsca.
ui-refused-gone = Ta partia jest już bez ciebie.
ui-refused-not-begun = Partia się jeszcze nie zaczęła.
ui-refused-over = Partia jest skończona.
ui-refused-not-over = To będzie można zrobić po końcu partii.
ui-refused-undo-stopped = Nie można cofnąć: padł rzut kością albo coś ukrytego zostało pokazane.
ui-refused-nothing-to-undo = Nie ma twojego ruchu do cofnięcia.
ui-refused-no-offer = Nikt już tego nie proponuje.
ui-refused-no-draw = Komputer gra dalej: remis uzgadniają ludzie.
ui-refused-no-claim = Nikt nie jest nieobecny dość długo.
ui-refused-your-turn = Nikt nie każe ci czekać: to twoja kolej.
ui-refused-no-hint = W partii między ludźmi nie ma podpowiedzi.
ui-refused-rematch-made = Rewanż już jest.
ui-refused-busy = Podpowiedź jest już w drodze.
ui-refused-other-rules = Tę partię rozegrano według innych zasad niż te, które serwer ma teraz. Nie można jej dograć ani odtworzyć.
ui-refused-no-room = Pod tym adresem nie ma gry: odnośnik jest niepełny albo grę usunięto.
ui-refused-no-lesson = Ta gra nie ma lekcji.
ui-refused-no-puzzle = Nie ma takiej zagadki.
ui-refused-no-seat = Nie ma tu wolnego miejsca.
ui-refused-seat-taken = To miejsce jest zajęte.
ui-refused-wrong-secret = Klucz twojej przeglądarki nie pasuje do żadnego miejsca w tej grze.
ui-refused-not-yours = Teraz może to widzieć tylko ten, kto tam siedzi.
ui-refused-not-usable = Tak nie można grać: { $sentence }
ui-refused-wrong-seats = Tak nie można grać: { $sentence }
ui-refused-no-player = Tak nie można grać: { $sentence }
ui-refused-no-files = Tak nie można grać: { $sentence }
ui-refused-no-ply = Tak nie można grać: { $sentence }
ui-refused-bad-number = Strona i serwer się nie rozumieją ({ $sentence }). Wczytaj stronę ponownie.
ui-refused-no-commitment = Strona i serwer się nie rozumieją ({ $sentence }). Wczytaj stronę ponownie.
ui-refused-no-hello = Strona i serwer się nie rozumieją ({ $sentence }). Wczytaj stronę ponownie.
ui-refused-no-type = Strona i serwer się nie rozumieją ({ $sentence }). Wczytaj stronę ponownie.
ui-refused-bad-field = Strona i serwer się nie rozumieją ({ $sentence }). Wczytaj stronę ponownie.
ui-refused-not-json = Strona i serwer się nie rozumieją ({ $sentence }). Wczytaj stronę ponownie.
ui-refused-not-an-object = Strona i serwer się nie rozumieją ({ $sentence }). Wczytaj stronę ponownie.
ui-refused-too-long = To jest za długie.
ui-refused-too-many = Za dużo naraz; poczekaj chwilę.
ui-refused-too-many-rooms = Z twojego adresu zaczęto za dużo gier; poczekaj chwilę.
ui-refused-full = Serwer jest pełny; spróbuj później.
ui-refused-wrong-host = Strona i serwer się nie rozumieją ({ $sentence }). Wczytaj stronę ponownie.
ui-refused-wrong-origin = Strona i serwer się nie rozumieją ({ $sentence }). Wczytaj stronę ponownie.
ui-refused-not-stored = Serwer nie mógł tego zrobić; nic się nie zmieniło.
ui-refused-elsewhere = Zasady tej partii ma inny serwer tego miejsca; wczytaj stronę ponownie.
ui-refused-failure = Serwer nie mógł tego zrobić; nic się nie zmieniło.
ui-refused-no-answer = Doradca nie odpowiada.

# Analysis and puzzles
ui-analyse = Analizuj
ui-analysis-stop = Zatrzymaj
ui-analysis-progress = Obejrzano { $done } z { $all } decyzji
ui-analysis-graph = Kto prowadził
ui-analysis-better = lepiej: { $line }
ui-analysis-blunder = gruby błąd
ui-analysis-mistake = błąd
ui-analysis-slip = niedokładność
ui-analysis-missed = stracona wygrana
ui-analysis-seat = { $player }: błędy kosztowały { $cost }, szczęście { $luck }
ui-analysis-fine = nic nie było lepsze
ui-analysis-about = Wartości sięgają od −1 (przegrana) do 1 (wygrana). Szczęście to, co przyniosły kości i tajemnice, mniej to, czego można było oczekiwać.
ui-try = Wypróbuj ruchy stąd
ui-try-about = Zagraj na planszy dowolny ruch; komputer powie, co o nim myśli.
ui-try-best = komputer: { $line }
ui-try-follow = Jego ruch
ui-try-end = Wróć do partii
ui-try-line = Pokaż lepszy wariant
ui-puzzles = Zagadki
ui-puzzles-about = Tylko jedna droga wymaga najmniej działań: znajdź ją.
ui-puzzle-of-day = Zagadka dnia
ui-puzzles-all = Wszystkie zagadki
ui-puzzles-grade = stopień { $grade }
ui-puzzle-solved = rozwiązana
ui-puzzles-solved = rozwiązane: { $solved } z { $count }
ui-puzzle-title = Zagadka { $number } z { $count }, stopień { $grade }
ui-puzzle-right = Dobrze! Innej drogi nie było.
ui-puzzle-wrong = To nie to. Tak to idzie:
ui-puzzle-next = Następna zagadka
ui-puzzle-again = Jeszcze raz
ui-puzzle-score = Rozwiązane: { $solved }, z rzędu { $streak } (najlepiej { $best })
ui-puzzle-go-on = Dalej!
ui-puzzle-days = Dni z rzędu: { $days }
