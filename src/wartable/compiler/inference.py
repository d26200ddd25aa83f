"""Type inference for rules, with less repetition.

Numba asks every operation for its types until nothing changes, so at least twice, and computes each answer anew,
although a rule combines the same few types all the time. Here an operation is asked again only if its inputs have
changed, and answers are cached. Also, small unsigned fields compute as in Python: to Numba, the difference of two is
unsigned and so never negative, and with any other int it becomes a float.
"""

import operator
from types import BuiltinFunctionType
from typing import Any

import numba.core.errors
import numba.core.types
from numba.core import ir
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import BaseTypeInference
from numba.core.typeinfer import (
    ArgConstraint,
    BuildTupleConstraint,
    CallConstraint,
    ConstraintNetwork,
    GetAttrConstraint,
    IntrinsicCallConstraint,
    PairFirstConstraint,
    PairSecondConstraint,
    Propagate,
    SetAttrConstraint,
    SetItemConstraint,
    StaticGetItemConstraint,
    StaticSetItemConstraint,
    TypeInferer,
)
from numba.core.utils import chain_exception

types: Any = numba.core.types
errors: Any = numba.core.errors

_known: dict[int, tuple[Any, dict[Any, Any]]] = {}
"""Cached results of Numba's own functions, by the identity of the function and the argument types."""
_functions: dict[Any, Any] = {}
"""The types of Python's built-in functions."""
_COMPUTE = {
    *(operator.neg, operator.pos, operator.invert, abs, min, max, divmod, pow, range),
    *(operator.add, operator.sub, operator.mul, operator.floordiv, operator.mod, operator.pow),
    *(operator.and_, operator.or_, operator.xor, operator.lshift, operator.rshift),
    *(operator.iadd, operator.isub, operator.imul, operator.ifloordiv, operator.imod, operator.ipow),
    *(operator.iand, operator.ior, operator.ixor, operator.ilshift, operator.irshift),
}
"""Arithmetic operations."""


class Steps(ConstraintNetwork):  # type: ignore[misc]
    """The typing constraints of a rule."""

    def __init__(self) -> None:
        super().__init__()
        self._settled: dict[int, Any] = {}

    def propagate(self, typeinfer: Any) -> list[Exception]:
        where = typeinfer.func_ir.loc
        with typeinfer.warnings.catch_warnings(filename=where.filename, lineno=where.line):
            return [error for step in self.constraints if (error := self._asked(step, typeinfer)) is not None]

    def _asked(self, step: Any, typeinfer: Any) -> Any:
        """Ask a constraint for its types; an error if they do not fit."""
        uses = _USED.get(type(step))
        if uses is not None:
            names = uses(step)
            known = _types_of(names, typeinfer)
            if known is not None and self._settled.get(id(step)) == known:
                return None
        try:
            step(typeinfer)
        except errors.ForceLiteralArg as error:
            return error
        except errors.TypingError as error:
            told = errors.TypingError(str(error), loc=step.loc, highlighting=False)
            return chain_exception(told, error)
        if uses is not None:
            self._settled[id(step)] = _types_of(names, typeinfer)
        return None


def _types_of(names: tuple[str, ...], typeinfer: Any) -> tuple[Any, ...] | None:
    """The known types of variables; None for a recursive function, whose types come from elsewhere."""
    found = tuple(typeinfer.typevars[name].type for name in names)
    return None if isinstance(found[0], types.RecursiveCall) else found


_USED: dict[type, Any] = {
    Propagate: lambda step: (step.src, step.dst),
    ArgConstraint: lambda step: (step.src, step.dst),
    BuildTupleConstraint: lambda step: (step.target, *(one.name for one in step.items)),
    PairFirstConstraint: lambda step: (step.pair.name, step.target),
    PairSecondConstraint: lambda step: (step.pair.name, step.target),
    GetAttrConstraint: lambda step: (step.value.name, step.target),
    StaticGetItemConstraint: lambda step: (step.value.name, step.target),
    SetAttrConstraint: lambda step: (step.target.name, step.value.name),
    SetItemConstraint: lambda step: (step.target.name, step.index.name, step.value.name),
    StaticSetItemConstraint: lambda step: (step.target.name, step.index_var.name, step.value.name),
    IntrinsicCallConstraint: lambda step: (step.target, *(one.name for one in step.args)),
    CallConstraint: lambda step: (
        step.func,
        step.target,
        *(one.name for one in step.args),
        *(one.name for _, one in step.kws),
        *([step.vararg.name] if step.vararg else []),
    ),
}
"""The variables that a constraint depends on."""


class RuleInferer(TypeInferer):  # type: ignore[misc]
    """Numba's type inferer with a cache."""

    def __init__(self, context: Any, func_ir: Any, warnings: Any) -> None:
        super().__init__(context, func_ir, warnings)
        self.constraints = Steps()

    def resolve_value_type(self, inst: Any, val: Any) -> Any:
        if not isinstance(val, BuiltinFunctionType):
            return super().resolve_value_type(inst, val)
        found = _functions.get(val)
        # A function that learned to take more types is another one.
        if found is None or self.context._lookup_global(val) is not found:
            found = _functions[val] = super().resolve_value_type(inst, val)
        return found

    def resolve_call(self, fnty: Any, pos_args: Any, kw_args: Any) -> Any:
        if kw_args or not (type(fnty) is types.Function or isinstance(fnty, str)):
            return super().resolve_call(fnty, pos_args, kw_args)
        if type(fnty) is types.Function and fnty.typing_key in _COMPUTE:
            pos_args = tuple(map(_signed, pos_args))
        known = _known.setdefault(id(fnty), (fnty, {}))[1]
        found = known.get(pos_args)
        if found is None:
            found = known[pos_args] = super().resolve_call(fnty, pos_args, kw_args)
        return found


def _signed(kind: Any) -> Any:
    """The type that an int computes with: unsigned types that fit into signed 64 bits become signed."""
    is_small = type(kind) is types.Integer and not kind.signed and kind.bitwidth < types.int64.bitwidth
    return types.int64 if is_small else kind


@register_pass(mutates_CFG=True, analysis_only=False)
class RuleTypes(BaseTypeInference):  # type: ignore[misc]
    """The compiler pass that infers types."""

    _name = "rule_types"

    def run_pass(self, state: Any) -> bool:
        typemap, return_type, calltypes = _inferred(state)
        if isinstance(return_type, types.Array | types.Function | types.Phantom):
            # Numba looks into whether it can be returned.
            return bool(super().run_pass(state))
        plain = types.unliteral(return_type)
        if plain != return_type:
            # A constant that is returned is no type: another rule can stand for this one and return something else.
            for block in state.func_ir.blocks.values():
                if isinstance(block.terminator, ir.Return):
                    dict.__setitem__(typemap, block.terminator.value.name, plain)
        state.typemap, state.return_type, state.calltypes = typemap, plain, calltypes
        return True


def _inferred(state: Any) -> Any:
    """The types of variables, of the return value, and of calls."""
    warnings = errors.WarningsFixer(errors.NumbaWarning)
    inferer = RuleInferer(state.typingctx, state.func_ir, warnings)
    callers = state.typingctx.callstack.register(state.targetctx.target, inferer, state.func_ir.func_id, state.args)
    with callers, warnings:
        for index, (name, kind) in enumerate(zip(state.func_ir.arg_names, state.args, strict=True)):
            inferer.seed_argument(name, index, kind)
        inferer.build_constraint()
        inferer.propagate()
        return inferer.unify()
