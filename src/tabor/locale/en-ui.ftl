# The pages in the browser.

# Everywhere
ui-language = Language
ui-theme-auto = Colours: as the system has them
ui-theme-light = Colours: light
ui-theme-dark = Colours: dark
ui-loading = One moment …
ui-to-home = To all games
ui-close = Close
ui-back = Back
ui-yes = Yes
ui-no = No
ui-preparing = Getting faster: { $games }
ui-not-compiled = Played without compiled rules, more slowly: { $games }

# Home
ui-welcome = What shall we play?
ui-welcome-more = Choose a game. Against the computer it begins at once; a friend joins by a link.
ui-side = Your side
ui-any-side = any
ui-level = Computer level { $level } of { $levels }
ui-clock = Clock
ui-no-clock = no clock
ui-your-name = Your name
ui-play = Play
ui-invite = Invite a friend
ui-one-screen = Together at this screen
ui-watch-computers = Let computers play
ui-list-it = list my invitation below for everybody
ui-open-games = Open games
ui-no-open-games = None at the moment.
ui-join = Join
ui-watch = Watch
ui-saved-match = Saved match
ui-open-file = Open a file to watch it, or to play on from it
ui-deck-own = build a deck of my own
ui-deck-cards = Your deck
ui-deck-size = A deck has { $least } to { $most } cards; yours has { $count }.
ui-deck-less = one { $card } less
ui-deck-more = one { $card } more
ui-deck-count = { $count } cards

# Learning
ui-campaign = Campaign
ui-campaign-lead = Win a battle to open the next one; each win earns cards for your deck.
ui-battle-won = won
ui-battle-open = open
ui-battle-locked = locked until the battle before it is won
ui-battle-earns = A win earns
ui-battle-earned = Earned
ui-battle-fight = Fight
ui-battle-again = Again
ui-next-battle = Next battle: { $battle }
ui-campaign-deck = Your deck
ui-learn-title = Learn { $game }
ui-learn-progress = How far you are
ui-learn-done = You have played your first game of { $game }. Now a real one?
ui-learn-astray = Only what is marked matters now: click that.
ui-learn-play = Play against the computer
ui-learn-again = Once more
ui-learn-next = Next
ui-learn-link = New here? Learn it in a minute

# Waiting for a friend
ui-waiting = Waiting for your friend. The game begins when they sit down.
ui-friend-link = Send them this link
ui-copy = Copy the link
ui-copied = Copied
ui-sit-down = Sit down and play

# The board
ui-board = Board. Arrow keys move, Enter chooses, n goes to the next thing that can be chosen.
ui-cell-can = { $what }, can be chosen
ui-piece-of = { $kind } of { $owner }
ui-warning = Careful: { $what }. To do it all the same, click once more.
ui-point-at = Point at something to read about it.
ui-beside-board = Players and what lies beside the board
ui-match = The match
ui-nearer = Nearer
ui-farther = Farther
ui-choices = What can be done
ui-no-choices = Nothing at the moment.
ui-sealed = Your secret choices
ui-unseal = Take back
ui-spell = All at once, as one text
ui-spell-send = Choose these
ui-log = What happened
ui-log-empty = Nothing has happened yet.
ui-pass-to = Pass the screen to { $player }.
ui-i-am = I am { $player }

# Why nothing happens
ui-why-over = The game is over.
ui-why-watching = You are watching this game; you have no seat in it.
ui-why-sent = Your last action is on its way to the server.
ui-why-turn = It is the turn of { $player }.
ui-why-not-from = { $what }: that does not go with { $from }. { $about }
ui-why-not-now = { $what }: nothing can be done with that now ({ $status }).
ui-not-connected = There is no connection: nothing was sent.
ui-connection-lost = The connection is lost; trying again …
ui-nothing-to-undo = There is nothing that you can take back now.
ui-only-was = There is nothing else to do: { $what }.

# Players
ui-you = you
ui-you-as = { $name } (you)
ui-computer-level = computer, level { $level }
ui-nobody-yet = nobody yet
ui-somebody = somebody
ui-away = away
ui-thinking = thinking …
ui-on-turn = on turn
ui-spectators = { $count ->
    [one] { $count } spectator
   *[other] { $count } spectators
}

# Buttons
ui-undo = Take back
ui-hint = Hint
ui-hint-is = The computer would play: { $what }
ui-offer-draw = Offer a draw
ui-resign = Resign
ui-resign-sure = Yes, resign
ui-resign-no = No, play on
ui-claim = Claim the game
ui-to-rematch = To the rematch
ui-replay = Watch it again
ui-download = Download
ui-check-dice = Check the dice
ui-dice-kept = The dice are those that were promised before the match, and your number is in them. Promise: { $commitment }.
ui-dice-unproven = The dice fit the promise that the server shows now: { $commitment }. This browser did not see it before the match, so it cannot know more.
ui-dice-other-promise = The server promised other dice before the match than it says now: { $commitment }.
ui-dice-other-bits = These are not the dice that were promised: { $commitment }.
ui-dice-no-number = Your number is not in the dice, though your browser gave it. Promise: { $commitment }.
ui-flip = Turn the board
ui-help = Help

# Offers
ui-offer-sent = Asked; waiting for the answer.
ui-offer-draw-asked = { $player } offers a draw.
ui-offer-undo-asked = { $player } wishes to take back the last action.
ui-offer-rematch-asked = { $player } wishes a rematch.

# Replay
ui-first = To the beginning
ui-previous = One back
ui-run = Run
ui-pause = Pause
ui-next = One on
ui-last = To the end
ui-ply = Place in the match
ui-play-on = Play on from here
ui-bot-output = What the bots wrote
ui-follow-live = live
ui-follow-silent = no word for a while: thinking, or stopped
ui-follow-waiting = over; the rest is coming
ui-follow-over = over
ui-follow-lost = the server does not answer; asking again
ui-seen-by = Who is looking
ui-seen-by-all = as seen by everybody
ui-seen-by-seat = as seen by { $player }

# Help
ui-keys = Keys
ui-key-arrows = move over the board
ui-key-enter = choose
ui-key-next = next or previous thing that can be chosen
ui-key-back = back by one choice
ui-key-tab = board, cards, buttons, log
ui-key-board = to the board
ui-key-list = everything that can be done, as a list
ui-key-undo = take back
ui-key-hint = hint
ui-key-flip = turn the board
ui-key-zoom = nearer, farther, whole board
ui-key-help = this help
ui-rules = Rules

# Settings
ui-settings = Settings
ui-pace = How fast others’ actions are shown
ui-pace-calm = calmly
ui-pace-normal = normally
ui-pace-quick = quickly
ui-pace-none = at once, without pictures of what happens
ui-sound = Sound
ui-talk-shown = Show what players say to each other
ui-notify = Notify me when it is my turn
ui-only = Play what is the only choice by itself

# My games
ui-my-games = My games
ui-your-turn = your turn
ui-your-turn-in = Your turn: { $count }
ui-mine-waiting = waiting for a friend
ui-mine-theirs = their turn
ui-mine-won = won
ui-mine-lost = lost
ui-mine-drawn = a draw
ui-mine-over = over
ui-mine-forget = Remove from this list
ui-mine-all = Show all { $count } that are over
ui-days-a-turn = { $days ->
    [one] { $days } day a turn
   *[other] { $days } days a turn
}
ui-clock-days = { $days ->
    [one] { $days } day
   *[other] { $days } days
}
ui-clock-hours = { $hours } h { $minutes } min
ui-computer = Computer
ui-trouble-slow = The computer did not answer in time. Whoever plays against it may claim the game.
ui-trouble-ended = The computer’s program broke off while it was thinking. Whoever plays against it may claim the game.
ui-trouble-failed = The computer’s program made a mistake and has no answer. Whoever plays against it may claim the game.
ui-trouble-refused = The computer chose what cannot be played. Whoever plays against it may claim the game.
ui-trouble-not-compiled = The rules of this game could not be made ready on this server, so it cannot begin. Choose another game.

# Following the game
ui-skip = Skip
ui-last-turn = Show the last turn again
ui-looking-back = Looking back: after action { $ply }
ui-return = Back to the game
ui-result-won = You won: { $reason }
ui-result-lost = You lost, { $winner } won: { $reason }
ui-result-drawn = A draw: { $reason }
ui-again = Play again
ui-other-side = Again, other side
ui-group = Several at once
ui-group-all = All
ui-group-end = One by one
ui-tab-side = Beside the board
ui-tab-talk = Match and log

# Talk
ui-talk = Talk
ui-talk-say = Say something
ui-talk-send = Send
ui-talk-save = save
ui-talk-hide = hide
ui-quick-hello = Hello!
ui-quick-luck = Good luck!
ui-quick-nice = Well played!
ui-quick-oops = Oops.
ui-quick-moment = One moment, please.
ui-quick-thanks = Thank you for the game!

# Replay, more
ui-previous-turn = One turn back
ui-next-turn = One turn on
ui-speed = Speed
ui-link-here = Copy a link to this moment
ui-key-skip = skip what is being shown
ui-key-last = show the last turn again
ui-key-step = while looking back: a step back, a step on

# What the server refuses
ui-refused-stale = The game has changed in the meantime; look again.
ui-refused-not-legal = That cannot be played now.
ui-refused-not-spelled = That cannot be read: { $why }.
ui-refused-chosen-before = { $what } was chosen before and is not in the text: take it back first.
ui-refused-no-action = The page and the server do not understand each other ({ $sentence }). Reload the page.
ui-refused-not-your-turn = It is not your turn.
ui-refused-all-chosen = Your choices are made; the others are still choosing.
ui-refused-spectator = You are watching; you have no seat here.
ui-refused-gone = You have left this match.
ui-refused-not-begun = The match has not begun yet.
ui-refused-over = The match is over.
ui-refused-not-over = That can be done once the match is over.
ui-refused-undo-stopped = Nothing can be taken back: a die fell, or something hidden was shown.
ui-refused-nothing-to-undo = There is nothing of yours to take back.
ui-refused-no-offer = Nobody has offered that any more.
ui-refused-no-draw = The computer plays on: a draw is agreed between people.
ui-refused-no-claim = Nobody has been away for long enough.
ui-refused-your-turn = Nobody keeps you waiting: it is your own turn.
ui-refused-no-hint = There are no hints in a match between people.
ui-refused-rematch-made = The rematch has been made.
ui-refused-busy = A hint is being thought of already.
ui-refused-other-rules = This match was played by other rules than this server has now. It cannot be played on or replayed.
ui-refused-no-room = There is no game at this address: the link is not complete, or the game was removed.
ui-refused-no-lesson = There is no lesson for this game.
ui-refused-no-puzzle = There is no such puzzle.
ui-refused-no-seat = No seat is free here.
ui-refused-seat-taken = This seat is taken.
ui-refused-wrong-secret = Your browser’s key does not fit any seat of this game.
ui-refused-not-yours = Only those who sit there may see this now.
ui-refused-not-usable = This cannot be played: { $sentence }
ui-refused-wrong-seats = This cannot be played: { $sentence }
ui-refused-no-player = This cannot be played: { $sentence }
ui-refused-no-files = This cannot be played: { $sentence }
ui-refused-no-ply = This cannot be played: { $sentence }
ui-refused-bad-number = The page and the server do not understand each other ({ $sentence }). Reload the page.
ui-refused-no-commitment = The page and the server do not understand each other ({ $sentence }). Reload the page.
ui-refused-no-hello = The page and the server do not understand each other ({ $sentence }). Reload the page.
ui-refused-no-type = The page and the server do not understand each other ({ $sentence }). Reload the page.
ui-refused-bad-field = The page and the server do not understand each other ({ $sentence }). Reload the page.
ui-refused-not-json = The page and the server do not understand each other ({ $sentence }). Reload the page.
ui-refused-not-an-object = The page and the server do not understand each other ({ $sentence }). Reload the page.
ui-refused-too-long = That is too long.
ui-refused-too-many = That was too much at once; wait a little.
ui-refused-too-many-rooms = Too many games were begun from your address; wait a little.
ui-refused-full = The server is full; try again later.
ui-refused-wrong-host = The page and the server do not understand each other ({ $sentence }). Reload the page.
ui-refused-wrong-origin = The page and the server do not understand each other ({ $sentence }). Reload the page.
ui-refused-not-stored = The server could not do that; nothing was changed.
ui-refused-elsewhere = Another server of this place has the rules of this match; reload to meet it.
ui-refused-failure = The server could not do that; nothing was changed.
ui-refused-no-answer = The adviser does not answer.

# Analysis and puzzles
ui-analyse = Analyse
ui-analysis-stop = Stop
ui-analysis-progress = Looked at { $done } of { $all } decisions
ui-analysis-graph = Who was ahead
ui-analysis-better = better: { $line }
ui-analysis-blunder = blunder
ui-analysis-mistake = mistake
ui-analysis-slip = slip
ui-analysis-missed = missed win
ui-analysis-seat = { $player }: mistakes cost { $cost }, luck { $luck }
ui-analysis-fine = nothing was better
ui-analysis-about = Values go from −1 (lost) to 1 (won). Luck is what dice and secrets brought, less what was to be expected.
ui-try = Try moves from here
ui-try-about = Play any move on the board; the computer says what it thinks of it.
ui-try-best = computer: { $line }
ui-try-follow = Its move
ui-try-end = Back to the match
ui-try-line = Show the better line
ui-puzzles = Puzzles
ui-puzzles-about = Only one way needs the fewest actions: find it.
ui-puzzle-of-day = Puzzle of the day
ui-puzzles-all = All puzzles
ui-puzzles-grade = grade { $grade }
ui-puzzle-solved = solved
ui-puzzles-solved = { $solved } of { $count } solved
ui-puzzle-title = Puzzle { $number } of { $count }, grade { $grade }
ui-puzzle-right = Right! There was no other way.
ui-puzzle-wrong = That was not it. This is how it goes:
ui-puzzle-next = Next puzzle
ui-puzzle-again = Try again
ui-puzzle-score = Solved { $solved }, in a row { $streak } (best { $best })
ui-puzzle-go-on = Go on!
ui-puzzle-days = Days in a row: { $days }
