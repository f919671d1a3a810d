# Stránky v prohlížeči.

# Všude
ui-language = Jazyk
ui-theme-auto = Barvy: podle systému
ui-theme-light = Barvy: světlé
ui-theme-dark = Barvy: tmavé
ui-loading = Okamžik …
ui-to-home = Ke všem hrám
ui-close = Zavřít
ui-back = Zpět
ui-yes = Ano
ui-no = Ne
ui-preparing = Brzy rychleji: { $games }
ui-not-compiled = Bez přeložených pravidel, pomaleji: { $games }

# Úvodní stránka
ui-welcome = Co si zahrajeme?
ui-welcome-more = Vyber hru. S počítačem začíná hned; kamarádi se připojí odkazem.
ui-side = Tvoje strana
ui-any-side = libovolná
ui-level = Úroveň počítače: { $level } z { $levels }
ui-clock = Hodiny
ui-no-clock = bez hodin
ui-your-name = Tvoje jméno
ui-play = Hrát
ui-invite = Pozvat někoho
ui-one-screen = Společně u této obrazovky
ui-watch-computers = Ať hrají počítače
ui-list-it = ukázat moji pozvánku níže všem
ui-open-games = Otevřené hry
ui-no-open-games = Teď žádné.
ui-join = Připojit se
ui-watch = Sledovat
ui-saved-match = Uložená partie
ui-open-file = Otevřít soubor a partii sledovat, nebo v ní pokračovat
ui-deck-own = sestavit vlastní balíček
ui-deck-cards = Tvůj balíček
ui-deck-size = Balíček má { $least } až { $most } karet; tvůj má { $count }.
ui-deck-less = { $card }: o jednu méně
ui-deck-more = { $card }: o jednu víc
ui-deck-count = { $count ->
    [one] { $count } karta
    [few] { $count } karty
   *[other] { $count } karet
}

# Učení
ui-campaign = Tažení
ui-campaign-lead = Vyhraná bitva otevře další a každá výhra přinese karty do tvého balíčku.
ui-battle-won = vyhraná
ui-battle-open = otevřená
ui-battle-locked = zamčená, dokud nevyhraješ bitvu před ní
ui-battle-earns = Výhra přinese
ui-battle-earned = Získáno
ui-battle-fight = Bojovat
ui-battle-again = Znovu
ui-next-battle = Další bitva: { $battle }
ui-campaign-deck = Tvůj balíček
ui-learn-title = { $game }: první lekce
ui-learn-progress = Jak daleko jsi
ui-learn-done = První partii máš za sebou ({ $game }). Teď opravdovou?
ui-learn-astray = Teď záleží jen na tom, co je označené: klikni tam.
ui-learn-play = Hrát proti počítači
ui-learn-again = Ještě jednou
ui-learn-next = Dál
ui-learn-link = Poprvé tady? Nauč se to za minutu

# Čekání na protihráče
ui-waiting = Čeká se na druhého hráče. Hra začne, až usedne.
ui-friend-link = Pošli mu tento odkaz
ui-copy = Kopírovat odkaz
ui-copied = Zkopírováno
ui-sit-down = Usednout a hrát

# Deska
ui-board = Deska. Šipky posouvají, Enter vybírá, n přejde na další věc, kterou lze vybrat.
ui-beside-board = Hráči a co leží vedle desky
ui-match = Partie
ui-nearer = Přiblížit
ui-farther = Oddálit
ui-cell-can = { $what }, lze vybrat
ui-piece-of = { $kind } ({ $owner })
ui-warning = Pozor: { $what }. Má-li to tak přesto být, klikni ještě jednou.
ui-point-at = Ukaž na něco a dočteš se o tom.
ui-choices = Co lze udělat
ui-no-choices = Teď nic.
ui-sealed = Vaše tajné volby
ui-unseal = Vzít zpět
ui-spell = Všechno najednou jako jeden text
ui-spell-send = Vybrat to
ui-log = Co se stalo
ui-log-empty = Zatím se nic nestalo.
ui-pass-to = Předej obrazovku: { $player }.
ui-i-am = To jsem já: { $player }

# Proč se nic neděje
ui-why-over = Hra skončila.
ui-why-watching = Tuto hru jen sleduješ; nemáš v ní místo.
ui-why-sent = Tvůj poslední tah je na cestě k serveru.
ui-why-turn = Na řadě: { $player }.
ui-why-not-from = { $what }: to nejde, když je vybráno: { $from }. { $about }
ui-why-not-now = { $what }: s tím se teď nedá nic dělat ({ $status }).
ui-not-connected = Spojení chybí: nic nebylo odesláno.
ui-connection-lost = Spojení se přerušilo; zkouší se znovu …
ui-nothing-to-undo = Teď není nic, co by šlo vzít zpět.
ui-only-was = Nic jiného nelze: { $what }.

# Hráči
ui-you = ty
ui-you-as = { $name } (ty)
ui-computer-level = počítač, úroveň { $level }
ui-nobody-yet = zatím nikdo
ui-somebody = někdo
ui-away = bez spojení
ui-thinking = přemýšlí …
ui-on-turn = na tahu
ui-spectators = { $count ->
    [one] { $count } divák
    [few] { $count } diváci
   *[other] { $count } diváků
}

# Tlačítka
ui-undo = Vzít zpět
ui-hint = Nápověda
ui-hint-is = Počítač by zahrál: { $what }
ui-offer-draw = Nabídnout remízu
ui-resign = Vzdát se
ui-resign-sure = Ano, vzdát
ui-resign-no = Ne, hrát dál
ui-claim = Převzít výhru
ui-to-rematch = K odvetě
ui-replay = Přehrát znovu
ui-download = Stáhnout
ui-check-dice = Ověřit kostky
ui-dice-kept = Kostky jsou ty, které byly slíbeny před partií, a je v nich vaše číslo. Slib: { $commitment }.
ui-dice-unproven = Kostky odpovídají slibu, který server ukazuje teď: { $commitment }. Tento prohlížeč jej před partií neviděl, víc tedy vědět nemůže.
ui-dice-other-promise = Před partií server slíbil jiné kostky, než říká teď: { $commitment }.
ui-dice-other-bits = To nejsou kostky, které byly slíbeny: { $commitment }.
ui-dice-no-number = Vaše číslo v kostkách není, ačkoli je prohlížeč zadal. Slib: { $commitment }.
ui-flip = Otočit desku
ui-help = Pomoc

# Nabídky
ui-offer-sent = Dotaz odeslán; čeká se na odpověď.
ui-offer-draw-asked = { $player }: nabídka remízy.
ui-offer-undo-asked = { $player }: žádost o vzetí posledního tahu zpět.
ui-offer-rematch-asked = { $player }: nabídka odvety.

# Záznam
ui-first = Na začátek
ui-previous = O krok zpět
ui-run = Přehrát
ui-pause = Pozastavit
ui-next = O krok dál
ui-last = Na konec
ui-ply = Místo v partii
ui-play-on = Hrát dál odtud
ui-bot-output = Co napsali boti
ui-follow-live = živě
ui-follow-silent = už chvíli ticho: přemýšlí, nebo stojí
ui-follow-waiting = konec; zbytek přijde
ui-follow-over = konec
ui-follow-lost = server neodpovídá; ptám se znovu
ui-seen-by = Kdo se dívá
ui-seen-by-all = jak vidí všichni
ui-seen-by-seat = jak vidí: { $player }

# Pomoc
ui-keys = Klávesy
ui-key-arrows = pohyb po desce
ui-key-enter = výběr
ui-key-next = další nebo předchozí věc na výběr
ui-key-back = o jeden výběr zpět
ui-key-tab = deska, karty, tlačítka, záznam
ui-key-board = na desku
ui-key-list = vše, co lze udělat, jako seznam
ui-key-undo = vzít zpět
ui-key-hint = nápověda
ui-key-flip = otočit desku
ui-key-zoom = blíž, dál, celá deska
ui-key-help = tato pomoc
ui-rules = Pravidla

# Settings
ui-settings = Nastavení
ui-pace = Jak rychle ukazovat tahy ostatních
ui-pace-calm = klidně
ui-pace-normal = běžně
ui-pace-quick = rychle
ui-pace-none = hned, bez animací
ui-sound = Zvuk
ui-talk-shown = Ukazovat rozhovor hráčů
ui-notify = Upozornit mě, když jsem na tahu
ui-only = Jedinou možnost zahrát bez ptaní

# My games
ui-my-games = Moje hry
ui-your-turn = jsi na tahu
ui-your-turn-in = Jsi na tahu: { $count }
ui-mine-waiting = čeká na kamaráda
ui-mine-theirs = soupeř na tahu
ui-mine-won = výhra
ui-mine-lost = prohra
ui-mine-drawn = remíza
ui-mine-over = skončila
ui-mine-forget = Odebrat ze seznamu
ui-mine-all = Ukázat všechny skončené ({ $count })
ui-days-a-turn = { $days ->
    [one] { $days } den na tah
    [few] { $days } dny na tah
   *[other] { $days } dní na tah
}
ui-clock-days = { $days ->
    [one] { $days } den
    [few] { $days } dny
   *[other] { $days } dní
}
ui-clock-hours = { $hours } h { $minutes } min
ui-computer = Počítač
ui-trouble-slow = Počítač neodpověděl včas. Kdo s ním hraje, může hru prohlásit za vyhranou.
ui-trouble-ended = Program počítače se při přemýšlení zastavil. Kdo s ním hraje, může hru prohlásit za vyhranou.
ui-trouble-failed = Program počítače udělal chybu a nemá odpověď. Kdo s ním hraje, může hru prohlásit za vyhranou.
ui-trouble-refused = Počítač zvolil něco, co nelze zahrát. Kdo s ním hraje, může hru prohlásit za vyhranou.
ui-trouble-not-compiled = Pravidla této hry se na tomto serveru nepodařilo připravit, takže nemůže začít. Vyber jinou hru.

# Following the game
ui-skip = Přeskočit
ui-last-turn = Ukázat poslední tah znovu
ui-looking-back = Pohled zpět: po akci { $ply }
ui-return = Zpět do hry
ui-result-won = Vyhráváš: { $reason }
ui-result-lost = Prohráváš, vyhrává { $winner }: { $reason }
ui-result-drawn = Remíza: { $reason }
ui-again = Hrát znovu
ui-other-side = Znovu, druhá strana
ui-group = Více najednou
ui-group-all = Všechny
ui-group-end = Po jednom
ui-tab-side = Vedle desky
ui-tab-talk = Partie a zápis

# Talk
ui-talk = Rozhovor
ui-talk-say = Řekni něco
ui-talk-send = Odeslat
ui-talk-save = uložit
ui-talk-hide = skrýt
ui-quick-hello = Ahoj!
ui-quick-luck = Hodně štěstí!
ui-quick-nice = Pěkně zahráno!
ui-quick-oops = Jejda.
ui-quick-moment = Okamžik, prosím.
ui-quick-thanks = Děkuji za hru!

# Replay, more
ui-previous-turn = O tah zpět
ui-next-turn = O tah dál
ui-speed = Rychlost
ui-link-here = Kopírovat odkaz na tuto chvíli
ui-key-skip = přeskočit, co se ukazuje
ui-key-last = ukázat poslední tah znovu
ui-key-step = při pohledu zpět: o krok zpět, o krok dál

# What the server refuses
ui-refused-stale = Hra se mezitím změnila; podívej se znovu.
ui-refused-not-legal = To teď nelze zahrát.
ui-refused-not-spelled = To nelze přečíst: { $why }.
ui-refused-chosen-before = { $what } už je vybráno a v textu není: nejdřív to vezmi zpět.
ui-refused-no-action = Stránka a server si nerozumějí ({ $sentence }). Načti stránku znovu.
ui-refused-not-your-turn = Nejsi na tahu.
ui-refused-all-chosen = Tvá volba padla; ostatní ještě vybírají.
ui-refused-spectator = Jen se díváš; nemáš tu místo.
ui-refused-gone = Z této partie jsi odešel.
ui-refused-not-begun = Partie ještě nezačala.
ui-refused-over = Partie skončila.
ui-refused-not-over = To půjde, až partie skončí.
ui-refused-undo-stopped = Nelze vrátit: padla kostka, nebo se ukázalo něco skrytého.
ui-refused-nothing-to-undo = Není co vrátit.
ui-refused-no-offer = Nikdo to už nenabízí.
ui-refused-no-draw = Počítač hraje dál: na remíze se dohodnou lidé.
ui-refused-no-claim = Nikdo není pryč dost dlouho.
ui-refused-your-turn = Nikdo tě nenechává čekat: jsi na tahu.
ui-refused-no-hint = V partii mezi lidmi nejsou nápovědy.
ui-refused-rematch-made = Odveta už je.
ui-refused-busy = Nápověda se už připravuje.
ui-refused-other-rules = Tato partie se hrála podle jiných pravidel, než má server teď. Nelze v ní pokračovat ani ji přehrát.
ui-refused-no-room = Na této adrese není hra: odkaz není úplný, nebo byla hra odstraněna.
ui-refused-no-lesson = Tato hra nemá lekci.
ui-refused-no-puzzle = Taková hádanka není.
ui-refused-no-seat = Není tu volné místo.
ui-refused-seat-taken = Toto místo je obsazené.
ui-refused-wrong-secret = Klíč tvého prohlížeče nepatří k žádnému místu této hry.
ui-refused-not-yours = Teď to smí vidět jen ten, kdo tam sedí.
ui-refused-not-usable = Takto hrát nelze: { $sentence }
ui-refused-wrong-seats = Takto hrát nelze: { $sentence }
ui-refused-no-player = Takto hrát nelze: { $sentence }
ui-refused-no-files = Takto hrát nelze: { $sentence }
ui-refused-no-ply = Takto hrát nelze: { $sentence }
ui-refused-bad-number = Stránka a server si nerozumějí ({ $sentence }). Načti stránku znovu.
ui-refused-no-commitment = Stránka a server si nerozumějí ({ $sentence }). Načti stránku znovu.
ui-refused-no-hello = Stránka a server si nerozumějí ({ $sentence }). Načti stránku znovu.
ui-refused-no-type = Stránka a server si nerozumějí ({ $sentence }). Načti stránku znovu.
ui-refused-bad-field = Stránka a server si nerozumějí ({ $sentence }). Načti stránku znovu.
ui-refused-not-json = Stránka a server si nerozumějí ({ $sentence }). Načti stránku znovu.
ui-refused-not-an-object = Stránka a server si nerozumějí ({ $sentence }). Načti stránku znovu.
ui-refused-too-long = To je moc dlouhé.
ui-refused-too-many = Bylo toho moc najednou; chvíli počkej.
ui-refused-too-many-rooms = Z tvé adresy začalo moc her; chvíli počkej.
ui-refused-full = Server je plný; zkus to později.
ui-refused-wrong-host = Stránka a server si nerozumějí ({ $sentence }). Načti stránku znovu.
ui-refused-wrong-origin = Stránka a server si nerozumějí ({ $sentence }). Načti stránku znovu.
ui-refused-not-stored = Server to nemohl udělat; nic se nezměnilo.
ui-refused-elsewhere = Pravidla tohoto zápasu má jiný server tohoto místa; načtěte stránku znovu.
ui-refused-failure = Server to nemohl udělat; nic se nezměnilo.
ui-refused-no-answer = Rádce neodpovídá.

# Analysis and puzzles
ui-analyse = Rozebrat
ui-analysis-stop = Zastavit
ui-analysis-progress = Prohlédnuto { $done } z { $all } rozhodnutí
ui-analysis-graph = Kdo vedl
ui-analysis-better = lépe: { $line }
ui-analysis-blunder = hrubá chyba
ui-analysis-mistake = chyba
ui-analysis-slip = nepřesnost
ui-analysis-missed = promarněná výhra
ui-analysis-seat = { $player }: chyby stály { $cost }, štěstí { $luck }
ui-analysis-fine = nic nebylo lepší
ui-analysis-about = Hodnoty jdou od −1 (prohra) do 1 (výhra). Štěstí je, co přinesly kostky a tajnosti, bez toho, co se dalo čekat.
ui-try = Zkusit tahy odsud
ui-try-about = Zahraj na desce libovolný tah; počítač řekne, co si o něm myslí.
ui-try-best = počítač: { $line }
ui-try-follow = Jeho tah
ui-try-end = Zpět k partii
ui-try-line = Ukázat lepší pokračování
ui-puzzles = Hádanky
ui-puzzles-about = Jen jedna cesta stačí na nejméně akcí: najdi ji.
ui-puzzle-of-day = Hádanka dne
ui-puzzles-all = Všechny hádanky
ui-puzzles-grade = stupeň { $grade }
ui-puzzle-solved = vyřešena
ui-puzzles-solved = vyřešeno { $solved } z { $count }
ui-puzzle-title = Hádanka { $number } z { $count }, stupeň { $grade }
ui-puzzle-right = Správně! Jiná cesta nebyla.
ui-puzzle-wrong = To nebylo ono. Takhle to jde:
ui-puzzle-next = Další hádanka
ui-puzzle-again = Znovu
ui-puzzle-score = Vyřešeno { $solved }, v řadě { $streak } (nejvíc { $best })
ui-puzzle-go-on = Dál!
ui-puzzle-days = Dní v řadě: { $days }
