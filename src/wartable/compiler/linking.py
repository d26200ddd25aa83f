"""Linking: machine code, generated once for each rule.

Numba makes every compiled function a library of its own: it links a copy of everything called, directly or indirectly,
optimises all of it and generates machine code, and the caller does the same again. Here a rule that other rules call
stays a `Piece`: unoptimised code. A function that Python calls becomes an island: its piece and all pieces that it
needs and no other island has, optimised together, once. Later islands call functions of earlier ones. Small pieces,
which are worth inlining, are copied into every island that needs them.

Pieces and islands are stored on disk under keys made from their content. After an edit, everything that does not depend
on it is found again, and a new island can call an older one. A piece is read only when a caller is compiled; playing
reads a few islands.
"""

import pickle
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir as llvm_ir
from llvmlite.ir.instructions import Ret
from numba.core import cgutils
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompileResult
from numba.core.environment import lookup_environment
from numba.core.runtime import rtsys
from numba.core.serialize import dumps

from .cache import drop_code, read_code, write_code

SMALL = 4_500
"""Pieces whose code is no longer than this, as text, are copied into every island that calls them, where LLVM may
inline them. Longer ones are in one island.
"""
LEVEL = 3
"""LLVM's optimisation level."""

_pieces: dict[str, "Piece"] = {}
"""All pieces of this process, by symbol."""
_islands: dict[str, Any] = {}
"""The islands of this process, by file."""
_home: dict[str, str] = {}
"""The file of the island that contains a symbol."""
_made_of: dict[str, list[str]] = {}
"""The files of the pieces that the islands of this process were made of."""


Aloud = dict[str, "Piece"]
"""For an island that takes notes: the replacements of functions that take none, by symbol."""


class Broken(Exception):
    """Compiled code on disk depends on a file that is missing."""

    def __init__(self, file: str) -> None:
        super().__init__(f"{file} is gone")
        self.file = file


class Piece(JITCodeLibrary):  # type: ignore[misc]
    """One compiled version of a rule, before it becomes machine code."""

    def __init__(self, codegen: Any, name: str, file: str, is_woven: bool = False, has_journal: bool = False) -> None:
        super().__init__(codegen, name)
        self.file = file
        self.is_woven = is_woven
        self.has_journal = has_journal
        """Whether it takes a Box with a journal: then there is only one version of it."""
        self.symbol = ""
        self.size = 0
        self.can_fail = False
        """Whether it, or what it calls, can raise an error."""
        self.is_door = False
        """Whether it is a game's version of a generic function, which all kinds of code call."""
        self.is_noisy = False
        """Whether it, or what it calls, takes notes if there is a journal."""
        self.fndesc: Any = None
        self.needs: dict[str, str] = {}
        """The symbols and files of the pieces that it calls."""

    @property
    def is_small(self) -> bool:
        return self.is_woven or self.size <= SMALL

    def add_ir_module(self, ir_module: Any) -> None:
        text = cgutils.normalize_ir_text(str(ir_module))
        self.size += len(text)
        self.can_fail |= any(_returns_error(block) for function in ir_module.functions for block in function.blocks)
        module = llvm.parse_assembly(text)
        module.data_layout = self._codegen._data_layout
        self._final_module.link_in(module)

    def add_linking_library(self, library: Any) -> None:
        if isinstance(library, Piece):
            self.needs[library.symbol] = library.file
        elif library is not rtsys.library:
            super().add_linking_library(library)

    def finish(self, symbol: str) -> None:
        """Nothing more will be added: merge what Numba has generated for this piece alone."""
        self.symbol = symbol
        for library in dict.fromkeys(self._linking_libraries):
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self.is_noisy |= any(_piece_of(self._codegen, *need).is_noisy for need in self.needs.items())
        _hide_all_but(self._final_module, {symbol})
        _pieces[symbol] = self

    def finalize(self) -> None:
        """Does nothing: a piece never becomes machine code by itself."""

    def _ensure_finalized(self) -> None:
        pass

    def closure(self, context: Any, aloud: "Aloud", is_whole: bool = False) -> Iterator["Piece"]:
        """The piece and everything that it needs, with or without what islands already contain."""
        seen: set[str] = set()
        waiting = [self]
        while waiting:
            piece = waiting.pop()
            if piece.symbol not in seen:
                seen.add(piece.symbol)
                if is_whole or piece.is_small or not piece.is_at_home(context, aloud):
                    yield piece
                    waiting += [piece._need(symbol, aloud) for symbol in piece.needs]

    def is_at_home(self, context: Any, aloud: "Aloud") -> bool:
        """Whether an island of this process contains it; one on disk is loaded."""
        symbol = self.symbol_in(aloud)
        if symbol not in _home:
            island = read_code(home_of(self.file, self.is_told_apart_in(aloud)))
            if island is not None:
                _load(context, island.decode(), frozenset())
        return symbol in _home

    def symbol_in(self, aloud: "Aloud") -> str:
        """Its symbol in an island. An island that takes notes has its own versions of pieces that can take some."""
        return f"{self.symbol}.aloud" if self.is_told_apart_in(aloud) else self.symbol

    def is_told_apart_in(self, aloud: "Aloud") -> bool:
        return bool(aloud) and self.is_noisy and not self.has_journal

    def module_in(self, aloud: "Aloud") -> Any:
        """Its code for an island."""
        if not (aloud and self.is_noisy):
            return self._final_module
        # The same code: what it calls to take notes is another function.
        module = llvm.parse_bitcode(self._final_module.as_bitcode())
        module.get_function(self.symbol).name = self.symbol_in(aloud)
        for symbol in self.needs:
            needed = self._need(symbol, aloud).symbol_in(aloud)
            if needed != symbol:
                # What was declared and is never called has no name any more.
                with suppress(NameError):
                    module.get_function(symbol).name = needed
        return module

    def _need(self, symbol: str, aloud: "Aloud") -> "Piece":
        """A piece that it calls."""
        return aloud.get(symbol) or _piece_of(self._codegen, symbol, self.needs[symbol])

    def save(self, result: CompileResult) -> None:
        """Write it to disk, together with how rules that are compiled later call it."""
        result.fndesc.typemap = result.fndesc.calltypes = None
        told = dumps((result.fndesc, result.environment, result.signature))
        code = self._final_module.as_bitcode()
        traits = (self.is_woven, self.has_journal, self.is_door, self.can_fail, self.is_noisy)
        kept = (self.name, self.symbol, self.size, traits, self.needs, code, told)
        write_code(self.file, dumps(kept))


class Island(JITCodeLibrary):  # type: ignore[misc]
    """Pieces to be optimised together and compiled to machine code."""

    def _optimize_functions(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout


def island_of(piece: str) -> str:
    """The file of the island whose entry is this piece."""
    return piece.replace("-pieces/", "-islands/").removesuffix(".piece") + ".island"


def home_of(piece: str, is_aloud: bool = False) -> str:
    """The file that names the island of a piece, or of its version that takes notes."""
    return piece.removesuffix(".piece") + (".aloud.home" if is_aloud else ".home")


def load_piece(codegen: Any, file: str) -> tuple[Piece, bytes] | None:
    """A piece from disk, and its signature; None if it is missing."""
    data = read_code(file)
    if data is None:
        return None
    name, symbol, size, traits, needs, code, told = pickle.loads(data)
    is_woven, has_journal, is_door, can_fail, is_noisy = traits
    piece = Piece(codegen, name, file, is_woven, has_journal)
    piece.symbol, piece.size, piece.needs = symbol, size, needs
    piece.is_door, piece.can_fail, piece.is_noisy = is_door, can_fail, is_noisy
    piece._final_module = llvm.parse_bitcode(code)
    return _pieces.setdefault(symbol, piece), told


def _piece_of(codegen: Any, symbol: str, file: str) -> Piece:
    if symbol not in _pieces and load_piece(codegen, file) is None:
        raise Broken(file)
    return _pieces[symbol]


def forget_what_needs(file: str) -> set[Piece]:
    """Drop all pieces, in this process and on disk, that depend on a missing one."""
    gone, files = set[Piece](), {file}
    while True:
        more = {piece for piece in _pieces.values() if piece.file in files or files & set(piece.needs.values())} - gone
        if not more:
            break
        gone |= more
        files |= {piece.file for piece in more}
    for piece in gone:
        del _pieces[piece.symbol]
        drop_code(piece.file)
    return gone


def _returns_error(block: Any) -> bool:
    """Whether a block may return an error status; a function returns 0 on success."""
    if not isinstance(block.terminator, Ret):
        return False
    status = block.terminator.return_value
    if status is None or status.type != llvm_ir.IntType(32):
        return False
    return not (isinstance(status, llvm_ir.Constant) and status.constant == 0)


def _hide_all_but(module: Any, exports: set[str]) -> None:
    for function in module.functions:
        if not function.is_declaration and function.name not in exports:
            function.linkage = "internal"


def make_island(result: CompileResult, context: Any, file: str, aloud: Aloud, is_whole: bool = False) -> Any:
    """Generate the machine code of a piece and everything that it needs, write it to disk, and return the
    entry point.
    """
    root: Piece = result.library
    island = Island(root._codegen, f"island of {root.name}")
    island.enable_object_caching()
    with context.push_code_library(island):
        context.create_cpython_wrapper(island, result.fndesc, result.environment, None, release_gil=True)
    module = island._final_module
    for library in dict.fromkeys([*island._linking_libraries, rtsys.library]):
        module.link_in(library._get_module_for_linking(), preserve=True)
    exports = {result.fndesc.llvm_cpython_wrapper_name}
    pieces = list(root.closure(context, aloud, is_whole))
    shared = [piece for piece in _shared(pieces, root, aloud) if not piece.is_small]
    for piece in pieces:
        module.link_in(piece.module_in(aloud), preserve=True)
    exports |= {piece.symbol_in(aloud) for piece in shared}
    _hide_all_but(module, exports)
    _optimise(island)
    imports = {function.name for function in module.functions if function.is_declaration and function.name in _home}
    island._finalize_final_module()
    _arrive(island, file, exports, _environments(module))
    _made_of[file] = [piece.file for piece in pieces]
    _save_island(island, file, exports, imports, result)
    for piece in shared:
        write_code(home_of(piece.file, piece.is_told_apart_in(aloud)), file.encode())
    return context.get_executable(island, result.fndesc, result.environment)


def _shared(pieces: list[Piece], root: Piece, aloud: Aloud) -> list[Piece]:
    """The pieces of an island that other islands may call.

    A piece with a single caller is inlined there, however long it is, if nothing else can refer to it. Code that plays
    matches therefore keeps its pieces private, and another island compiles them again. What Python calls of a game
    shares everything: after an edit there is little to compile.
    """
    if root.is_door:
        return pieces
    calls = Counter(piece._need(symbol, aloud).symbol for piece in pieces for symbol in piece.needs)
    return [piece for piece in pieces if piece.is_door or calls[piece.symbol] != 1]


def _optimise(island: Any) -> None:
    passes, builder = island._codegen._module_pass_manager(opt=LEVEL)
    passes.run(island._final_module, builder)
    island._final_module.verify()


def _environments(module: Any) -> list[Any]:
    """The environments of a module's functions, used to raise errors."""
    names = [one.name for one in module.global_variables if one.name.startswith("_ZN08NumbaEnv")]
    known = [lookup_environment(name) for name in names]
    return [environment for environment in known if environment is not None and environment.can_cache()]


def _arrive(island: Any, file: str, exports: set[str], environments: list[Any]) -> None:
    """Register the machine code of an island that this process has loaded."""
    _islands[file] = island
    for symbol in exports:
        _home.setdefault(symbol, file)
    for environment in environments:
        island.codegen.set_env(environment.env_name, environment)


def _save_island(island: Any, file: str, exports: set[str], imports: set[str], result: CompileResult) -> None:
    result.fndesc.typemap = result.fndesc.calltypes = None
    told = dumps(_environments(island._final_module))
    needs = {_home[symbol] for symbol in imports}
    root = dumps((result.fndesc, result.environment))
    code = island._get_compiled_object()
    write_code(file, dumps((island.name, exports, imports, needs, _made_of[file], code, told, root)))


def pieces_in_use() -> list[str]:
    """The files of the pieces that this process's machine code was made of; new code is linked with them."""
    pieces = sorted({file for files in _made_of.values() for file in files})
    return [*pieces, *(home_of(file, is_aloud) for file in pieces for is_aloud in (False, True))]


def load_island(context: Any, file: str) -> Any:
    """The entry point of an island on disk; None if it, or one that it needs, is missing."""
    root = _load(context, file, frozenset())
    if root is None:
        return None
    fndesc, environment = root
    return context.get_executable(_islands[file], fndesc, environment)


def _load(context: Any, file: str, for_others: frozenset[str]) -> tuple[Any, Any] | None:
    """Load an island and those that it needs into this process, and return the stored data of its entry point.

    Processes that compile in parallel can leave islands that need each other; both then count as missing. So does an
    island of another program version that refers to modules that do not exist here.
    """
    data = read_code(file) if file not in for_others else None
    if data is None:
        return None
    name, exports, imports, needs, _made_of[file], code, told, kept = pickle.loads(data)
    try:
        root: tuple[Any, Any] = pickle.loads(kept)
        environments = pickle.loads(told) if file not in _islands else []
    except (ImportError, AttributeError):
        return None
    if file in _islands:
        return root
    for other in needs:
        if other not in _islands and _load(context, other, for_others | {file}) is None:
            return None
    if not all(symbol in _home for symbol in imports):
        return None
    codegen = context.codegen()
    island = codegen.create_library(name)
    island.enable_object_caching()
    island._set_compiled_object(code)
    island._finalize_final_module()
    codegen._engine._defined_symbols |= exports
    _arrive(island, file, exports, environments)
    return root
