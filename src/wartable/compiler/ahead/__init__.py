"""Compiling games before they are needed.

- `parts`: what a table needs, as calls that compile it or load it from disk.
- `background`: the same in a process of low priority, while rules are read.
- `bundle`: compiled code as one file, for machines of the same kind.

The server's queue of games (`server/web/compile_ahead.py`) and the command (`cli/compile.py`) use it.
May import: the compiler, `core` and `bots`.
"""
