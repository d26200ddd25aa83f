"""Numba's compiler with only the passes that rules need.

Numba makes some twenty-five passes over every function, for closures, array expressions, object mode and the rest of
Python. A rule without any of these takes the short pipeline, any other rule Numba's own.
"""

from collections import defaultdict
from copy import copy
from functools import cache
from inspect import CO_COROUTINE, CO_GENERATOR
from types import CodeType
from typing import Any

from numba.core import ir, ssa
from numba.core.analysis import compute_cfg_from_blocks
from numba.core.compiler import Compiler
from numba.core.compiler_machinery import FunctionPass, PassManager, register_pass
from numba.core.interpreter import Interpreter
from numba.core.ir_utils import build_definitions
from numba.core.itanium_mangler import mangle
from numba.core.rewrites import rewrite_registry
from numba.core.typed_passes import NoPythonBackend, PreLowerStripPhis
from numba.core.untyped_passes import (
    DeadBranchPrune,
    FixupArgs,
    InlineInlinables,
    RewriteDynamicRaises,
    TranslateByteCode,
)
from numba.core.utils import OrderedSet

from .inference import RuleTypes
from .lowering import RuleLowering

Blocks = dict[int, Any]


class ShortWay(PassManager):  # type: ignore[misc]
    """Runs passes one after the other, without recording anything about them."""

    def _runPass(self, index: int, pss: Any, internal_state: Any) -> None:
        pss.analysis = self._analysis
        pss.run_pass(internal_state)


MENDED = {"BUILD_LIST", "BUILD_MAP", "CALL_FUNCTION_EX"}
"""Bytecode that Numba has to fix up afterwards (`f(*all)`, a large `dict`), besides `with` and `try`."""


class RuleInterpreter(Interpreter):  # type: ignore[misc]
    """Numba's interpreter, without seven fix-up passes that most rules do not need."""

    def post_process(self, peepholes: Any, func_ir: Any) -> Any:
        if MENDED.isdisjoint(step.opname for step in self.bytecode):
            return func_ir
        return super().post_process(peepholes, func_ir)


@register_pass(mutates_CFG=True, analysis_only=False)
class RuleSteps(TranslateByteCode):  # type: ignore[misc]
    """Python bytecode to Numba's IR."""

    _name = "rule_steps"

    def run_pass(self, state: Any) -> bool:
        state.func_ir = RuleInterpreter(state.func_id).interpret(state.bc)
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class RuleRewrites(FunctionPass):  # type: ignore[misc]
    """Numba's rewrites before type inference: constants."""

    _name = "rule_rewrites"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        blocks: Blocks = state.func_ir.blocks
        for rewrite_class in rewrite_registry.rewrites["before-inference"]:
            rewrite = rewrite_class(state)
            waiting = list(blocks)
            while waiting:
                label = waiting.pop()
                if rewrite.match(state.func_ir, blocks[label], state.typemap, state.calltypes):
                    blocks[label] = rewrite.apply()
                    waiting.append(label)
        return True


@register_pass(mutates_CFG=False, analysis_only=False)
class SingleAssignment(FunctionPass):  # type: ignore[misc]
    """Static single assignment. Numba does it; it is only given the blocks that use the variable."""

    _name = "rule_single_assignment"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        function = state.func_ir
        function.blocks = _single_assignment(function.blocks)
        function._definitions = build_definitions(function.blocks)
        return True


def _single_assignment(blocks: Blocks) -> Blocks:
    graph = compute_cfg_from_blocks(blocks)
    given: dict[str, list[int]] = defaultdict(list)
    used: dict[str, set[int]] = defaultdict(set)
    for label, block in blocks.items():
        for step in block.body:
            own = ""
            if isinstance(step, ir.Assign):
                own = step.target.name
                given[own].append(label)
            for variable in step.list_vars():
                if variable.name != own:
                    used[variable.name].add(label)
    several = OrderedSet(name for name, labels in given.items() if len(labels) > 1)
    dominators = graph.dominators()
    for name, labels in used.items():
        if name not in several and any(dominators[label].isdisjoint(given[name]) for label in labels):
            several.add(name)
    if several:
        fronts, lists = ssa._iterated_domfronts(graph), ssa._CacheListVars()
        scope = next(iter(blocks.values())).scope
        for name in several:
            touched = used[name].union(given[name])
            some = {label: block for label, block in blocks.items() if label in touched}
            known: dict[str, Any] = {"scope": scope, "varname": name, "defmap": defaultdict(list)}
            some = ssa._run_block_rewrite(some, known, ssa._FreshVarHandler())
            known |= {"phimap": defaultdict(list), "cfg": graph}
            known["phi_locations"] = ssa._compute_phi_locations(fronts, known["defmap"])
            some = ssa._run_block_rewrite(some, known, ssa._FixSSAVars(lists))
            blocks = blocks | some
            for label, joined in known["phimap"].items():
                block = blocks[label] = copy(blocks[label])
                block.body = joined + block.body
    return blocks


@register_pass(mutates_CFG=True, analysis_only=False)
class StripPhis(PreLowerStripPhis):  # type: ignore[misc]
    """Numba's pass, without an analysis whose result is unused."""

    _name = "rule_strip_phis"

    def run_pass(self, state: Any) -> bool:
        state.func_ir = self._strip_phi_nodes(state.func_ir)
        return True


@cache
def _short_way() -> ShortWay:
    steps = ShortWay("nopython")
    steps.add_pass(RuleSteps, "analyzing bytecode")
    steps.add_pass(FixupArgs, "fix up args")
    steps.add_pass(RuleRewrites, "nopython rewrites")
    steps.add_pass(RewriteDynamicRaises, "rewrite dynamic raises")
    steps.add_pass(InlineInlinables, "inline inlinable functions")
    steps.add_pass(SingleAssignment, "ssa")
    steps.add_pass(DeadBranchPrune, "dead branch pruning")
    steps.add_pass(RuleTypes, "nopython frontend")
    steps.add_pass(StripPhis, "remove phis nodes")
    steps.add_pass(RuleLowering, "rule lowering")
    steps.add_pass(NoPythonBackend, "nopython mode backend")
    steps.finalize()
    return steps


class RuleCompiler(Compiler):  # type: ignore[misc]
    """Numba's compiler, with symbol names that are the same in every process."""

    key = ""

    def _compile_bytecode(self) -> Any:
        self.state.func_id.unique_id = self.key
        self.state.targetctx.mangler = _mangled
        return super()._compile_bytecode()

    def define_pipelines(self) -> list[PassManager]:
        return [_short_way()] if is_plain(self.state.func_id.func) else list(super().define_pipelines())


def is_plain(function: Any) -> bool:
    """Whether a function can take the short pipeline: no closures, no generators, no `try`."""
    code = function.__code__
    has_inner = any(isinstance(value, CodeType) for value in code.co_consts)
    return not (has_inner or code.co_flags & (CO_GENERATOR | CO_COROUTINE) or code.co_exceptiontable)


def _mangled(name: str, _kinds: Any, *, abi_tags: Any = (), uid: Any = None) -> str:
    """The symbol of a function. Its argument types are in the key of its version (`uid`)."""
    return str(mangle(name, () if isinstance(uid, str) else _kinds, abi_tags=abi_tags, uid=uid))
