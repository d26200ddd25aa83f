"""Print and play: the box of a game on paper, its rulebook, and its pieces for a tabletop simulator.

Begin with `kit`. The game declares the contents of the box (`components` of its `Game`), and typst typesets them.
"""
