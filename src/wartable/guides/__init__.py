"""What helps people to learn and to see: lessons, puzzles, examples, glossary, aids, covers, what a move would do.

It works on matches and scenes, so it imports `core` and `drawing`; neither imports it. Begin with `lessons`.
"""
