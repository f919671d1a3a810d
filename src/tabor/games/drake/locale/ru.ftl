title = Дракон
tagline = Маленькая доска, по семь двусторонних отрядов и один вождь, которого надо поймать

# Панели и знаки
stack = стопка
lost = потери
leader = вождь
strike = удар
about-troop = { $troop } — лицо: { $front }; оборот: { $back }
way-shift = сдвиг { $arrows }
way-slide = скольжение { $arrows }
way-strike = удар { $arrows }
way-none = –

# Что произошло
placed = { $player }: { $troop } выходит на { $cell }
moved = { $player }: { $troop } { $from } → { $to }
struck = { $player }: { $troop } { $from } наносит удар по { $to }
captured = { $player }: { $troop } на { $cell } погибает

# Варианты
about-variant-balanced = Синие ходят первыми и выигрывают на равнине и в долине слишком часто: здесь на каждой из этих досок на одну гору больше, так что обе стороны выигрывают примерно поровну.

# Почему игра окончена
leader-captured = вождь захвачен
no-move = не осталось ни одного допустимого хода
no-progress = слишком долго никого не ставили и не захватывали

# Имена
name-drake = Дракон
name-clubman = Дубинщик
name-monk = Монах
name-spearman = Копейщик
name-swordsman = Мечник
name-archer = Лучник
name-front = лицо
name-back = оборот
name-board = доска
name-plain = равнина
name-course = курс
name-valley = долина
name-highlands = нагорье
