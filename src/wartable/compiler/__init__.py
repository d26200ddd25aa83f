"""The compiler: rules to machine code, machine code to disk, and games compiled ahead of time.

Read `decorators` first (`@rule` and its variants), then `dispatcher`, which defines the objects that they return.

- `decorators`: `@rule`, `@light`, `@woven`, `@standalone`, `@inlined`; the supported versions of Numba.
- `mode`: whether rules run or are interpreted, for each thread and each game.
- `singledispatch`: functions that are resolved by the record type of their first argument.
- `journal`: one compiled version of a rule, with or without notes.
- `dispatcher`: compiled functions, as Python and other rules call them.
- `pipeline`, `inference`, `lowering`: Numba's compiler reduced to the passes that rules need, down to LLVM code.
- `linking`: compilation units, and the linkage groups that become machine code.
- `fingerprint`, `cache`: what code depends on, and where it is on disk.
- `ahead`: compiling whole games in advance, in the background, or on another machine.

Terms:

- A **piece** is a compilation unit: one rule for one set of argument types, as unoptimised LLVM bitcode.
- An **island** is a linkage group: the piece of a function that Python calls, and all pieces that it needs and no other
  island has, optimised together, once. Islands import functions of each other; small pieces are copied into each.
- A **door** is a game's own version of a generic function (`apply`, `legal`). Its island exports all of its pieces.
- A **home** names the island that exports a piece.
- An **entry** names the island of a function that Python calls. A warm start reads nothing else.
- **Aloud** is the version of a piece that takes notes: the same bitcode, linked with functions that write the notes.

Guarantees:

- Compiled and interpreted rules give equal results, byte for byte. tests/test_random_rules.py and the laws of every
  game test this.
- Pieces, islands and homes are named by the content of their functions, entries by a hash of sources. No name and no
  stored file contains a timestamp, a path or a memory address: files can be moved to another machine of the same kind.
- Whatever affects the code is part of its name: the versions of Python, NumPy and Numba, the processor, and whether
  indices are checked. Never stored are addresses of functions, the Box (an argument, never a constant), and code that
  was compiled while an internal of Numba was missing.
- Compiled code allocates nothing and counts no references. The cache is written atomically.
- A missing or unreadable file is rebuilt, together with what depends on it; that is never an error.
- With `NUMBA_BOUNDSCHECK=1` every index is checked.
- Play does not depend on compiling: with an untested version of Numba, or if one of its internals is missing, there is
  one warning, and rules are interpreted. Only `numba.extending`, `numba.core.types` and llvmlite's `ir` are required.

Allowed imports: nothing of Wartable except this package; `ahead` may also import `core` and `bots`. There are no import
cycles.
"""
