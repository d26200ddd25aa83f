"""What a table looks like: scenes of things, drawn as SVG.

Begin with `scene`, then `draw`. This package knows no game, match or rules, and imports nothing of Wartable except its
errors.
"""
