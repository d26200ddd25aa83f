"""The laws that `check` tries, by what they are about, each on moments of random matches.

Begin with `moment`: a position of such a match, with what was played there. `places` names the file and line of a
mistake. Nothing here is imported by a game; `check` calls all of it.
"""
