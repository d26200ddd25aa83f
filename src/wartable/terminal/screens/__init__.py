"""The full-screen app, in Textual. Begin with `app`, then `play`.

It shows a `Sight`, as line mode does; the rest of `terminal` imports nothing of it.
"""
