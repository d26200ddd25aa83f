"""What a table looks like: scenes of things, and how they are drawn as SVG. Begin with `scene`, then `draw`.

It knows no game, no match and no rules, and imports nothing of Wartable but its errors.
"""
