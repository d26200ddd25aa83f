"""The full-screen app, in Textual. Begin with `app`, then `play`.

What it shows comes from a `Sight`, as in line mode; the rest of `terminal` imports nothing of it.
"""
