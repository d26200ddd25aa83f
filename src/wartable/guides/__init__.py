"""Learning and looking things up: lessons, puzzles, examples, glossary, player aids, covers, the effects of a move.

It works on matches and scenes, so it imports `core` and `drawing`; neither imports it. Begin with `lessons`.
"""
