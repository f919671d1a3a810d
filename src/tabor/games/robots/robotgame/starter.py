"""The bot that a newcomer begins with: short, commented, and better than random."""

STARTER = '''"""My first robot. All my robots run this program, one after the other, every turn."""

import rg


class Robot:
    def act(self, game):
        """Decide what the robot at self.location does: it has self.hp left and the number self.robot_id."""
        enemies = [loc for loc in rg.locs_around(self.location) if self.is_enemy(game, loc)]
        exits = self.exits(game)

        # Whoever stands on a spawn cell at the end of turn 10, 20, 30 ... dies: leave at once.
        if "spawn" in rg.loc_types(self.location) and exits:
            return ["move", exits[0]]

        # Weak, or against several: run to where nobody waits, or keep the guard up, which halves the damage.
        if enemies and (self.hp <= 15 or len(enemies) > 1):
            quiet = [loc for loc in exits if not self.enemies_beside(game, loc)]
            return ["move", quiet[0]] if quiet else ["guard"]

        # Hit the weakest enemy beside me.
        if enemies:
            return ["attack", min(enemies, key=lambda loc: game.robots[loc].hp)]

        # An enemy two steps away will probably come: hit the cell between us, before it hits me.
        for loc in exits:
            if self.enemies_beside(game, loc):
                return ["attack", loc]

        # Otherwise go to the centre, where all my robots meet.
        if exits and rg.wdist(exits[0], rg.CENTER_POINT) < rg.wdist(self.location, rg.CENTER_POINT):
            return ["move", exits[0]]
        return ["guard"]

    def exits(self, game):
        """Free cells that I can step on, the nearest to the centre first, and no spawn cells."""
        cells = rg.locs_around(self.location, filter_out=("invalid", "obstacle", "spawn"))
        free = [loc for loc in cells if loc not in game.robots]
        return sorted(free, key=lambda loc: rg.wdist(loc, rg.CENTER_POINT))

    def is_enemy(self, game, loc):
        return loc in game.robots and game.robots[loc].player_id != self.player_id

    def enemies_beside(self, game, loc):
        return [beside for beside in rg.locs_around(loc) if self.is_enemy(game, beside)]
'''
