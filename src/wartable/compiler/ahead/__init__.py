"""Compiling games in advance.

- `parts`: what a table needs, as calls that compile it or load it from disk.
- `background`: the same in a low-priority process, while rules are interpreted.
- `bundle`: compiled code as one file, for machines of the same kind.

Used by the server's queue of games (`server/web/compile_ahead.py`) and the command (`cli/compile.py`). Allowed imports:
the compiler, `core` and `bots`.
"""
