"""The laws that `check` tests, by topic, each on moments of random matches.

Begin with `moment`: a position of such a match, with the action played there. `places` finds the file and line of an
error. No game imports this package; `check` calls all of it.
"""
