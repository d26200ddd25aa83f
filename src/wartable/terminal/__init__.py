"""Play and replay in a terminal: a full-screen app, and a line mode for scripts and screen readers.

Everything shown comes from a `Sight`, which a `Table` makes from what one viewer may know; nothing here uses a whole
state.
"""
