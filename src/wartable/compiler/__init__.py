"""The compiler: rules to machine code, machine code to disk, and games compiled ahead of time.

Read `decorators` first (`@rule` and its kin), then `dispatcher`, which is what they make of a function.

- `decorators`: `@rule`, `@light`, `@woven`, `@standalone`, `@inlined`; which versions of Numba are known to work.
- `mode`: whether rules run or are read (interpreted), in each thread and for each game.
- `singledispatch`: functions that are resolved by the record type of their first argument.
- `journal`: one compiled version of a rule, whether or not it takes notes.
- `dispatcher`: compiled functions as Python and as other rules call them.
- `pipeline`, `inference`, `lowering`: Numba's compiler with the passes that rules need, to LLVM's language.
- `linking`: compilation units, and the linkage groups that become machine code.
- `fingerprint`, `cache`: what code depends on, and where it lies on disk.
- `ahead`: compiling whole games before they are needed, in the background, or on another machine.

Words:

- A **piece** is a compilation unit: one rule for one set of argument types, as LLVM bitcode that nobody has optimised.
- An **island** is a linkage group: the piece of a function that Python calls, and all pieces that it needs and no other
  island has, optimised together, once. Islands import functions of each other; small pieces are copied into each.
- A **door** is a game's own version of a generic function (`apply`, `legal`). Its island exports all of its pieces.
- A **home** names the island that exports a piece.
- An **entry** names the island of a function that Python calls. It is all that a start from the cache reads.
- **Aloud** is the version of a piece that takes notes: the same bitcode, in which other functions write the notes.

What always holds:

- Compiled and read (interpreted) rules give equal results, byte for byte. tests/test_random_rules.py and the laws of
  every game try it.
- Pieces, islands and homes are named by what their functions say, entries by a hash of sources. No time stamp, path or
  address of memory is part of a name or of what is kept: files can be moved to another machine of the same kind.
- What is not part of a name may not change code. Versions of Python, NumPy and Numba, the processor and whether indices
  are checked are part of it. Never kept are addresses of functions, the Box (an argument, never a constant), and code
  that was compiled while an inner part of Numba was missing.
- Compiled code allocates nothing and counts no references. What is written to the cache is written whole.
- A file that is gone or cannot be read is made again, with what needs it; that is never an error.
- With `NUMBA_BOUNDSCHECK=1` every index is checked.
- Play does not depend on it: where Numba is not of a version that was tried, or one of its inner parts is gone, one
  warning says so and rules are read. `numba.extending`, `numba.core.types` and llvmlite's `ir` have to be there.

May import: nothing of Wartable but itself; `ahead` alone also `core` and `bots`. No module imports in a circle.
"""
