"""The computer's commanders of siege: recruit, captain and general are one player with more or less sense.

Before every action a commander looks at the whole map anew (`survey.py`, with `ways.py` for distances and `gunnery.py`
for places at sea, all written into `rows.py`), and then decides (`decisions.py`): where land units go (`units.py`), how
engines and ships are led (`engines.py`, `fleet.py`), what is built and made (`production.py`), and what set-up needs
(`opening.py`). `mind.py` names what commanders differ in. Whatever is a rule is asked of the rules.
"""
