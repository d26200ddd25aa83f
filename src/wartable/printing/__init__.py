"""Print and play: the box of a game on paper, its rulebook, and its pieces for a tabletop simulator. Begin with `kit`.

What lies in the box is declared by the game (`components` of its `Game`), and typst sets it.
"""
