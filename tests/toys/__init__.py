"""Two small games with what larger ones need: dice, a bag, selections, secrets, three players."""

from tabor.game import Kind
from toys import bidders, delvers

TOYS: dict[str, Kind] = {kind.name: kind for kind in (delvers.KIND, bidders.KIND)}
