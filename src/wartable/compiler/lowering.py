"""From typed rules to LLVM code, in compact form.

Numba generates code for everything that Python can express: arrays as structures on the stack, six checks after every
call, every variable blanked when it dies. LLVM removes all of that again, and both take time. Rules read and write
ints, record fields and array cells, and call each other; for these, this module writes what LLVM would end up with.
Everything else uses Numba's lowering.
"""

import operator
from collections import Counter, defaultdict
from functools import partial
from typing import Any, NamedTuple

import numba.core.errors
import numba.core.types
from llvmlite import ir as llvm_ir
from numba.core import cgutils, ir
from numba.core.analysis import compute_cfg_from_blocks
from numba.core.compiler_machinery import register_pass
from numba.core.lowering import Lower
from numba.core.typed_passes import BaseNativeLowering

from . import linking

types: Any = numba.core.types
errors: Any = numba.core.errors
Array, NestedArray, Record = types.Array, types.NestedArray, types.Record
Boolean, Integer, IntegerLiteral = types.Boolean, types.Integer, types.IntegerLiteral
INT32, INT64 = llvm_ir.IntType(32), llvm_ir.IntType(64)
ZERO = INT32(0)
FINE = INT32(0)
"""The return value of a function that raised no error."""

_SAME = {
    operator.iadd: operator.add,
    operator.isub: operator.sub,
    operator.imul: operator.mul,
    operator.iand: operator.and_,
    operator.ior: operator.or_,
    operator.ixor: operator.xor,
    operator.ilshift: operator.lshift,
    operator.irshift: operator.rshift,
}
_WRAPPING = {operator.add: "add", operator.sub: "sub", operator.mul: "mul"}
_BITWISE = {operator.and_: "and_", operator.or_: "or_", operator.xor: "xor", operator.lshift: "shl"}
_COMPARED = {
    operator.eq: "==",
    operator.ne: "!=",
    operator.lt: "<",
    operator.le: "<=",
    operator.gt: ">",
    operator.ge: ">=",
}


class Cells(NamedTuple):
    """An array within a record: its address and its length. It has no variable of its own."""

    start: Any
    shape: tuple[int, ...]
    kind: Any
    """The type of the array."""

    @property
    def type(self) -> Any:
        raise AssertionError("an array of a record was used as it is; `settled` makes a value of it")


class Span(NamedTuple):
    """The range of ints of a loop."""

    start: Any
    stop: Any
    step: int
    kind: Any


class Walk(NamedTuple):
    """A running loop: where its next int is stored."""

    place: Any
    span: Span


class Step(NamedTuple):
    """The next int of a loop, and whether there is one."""

    value: Any
    is_there: Any
    kind: Any


_OF_LOOPS = {"call", "getiter", "iternext"}


class RuleLower(Lower):  # type: ignore[misc]
    """Generates the LLVM code of a rule."""

    def _find_singly_assigned_variable(self) -> None:
        """Variables that need no stack slot: assigned once, before all uses."""
        given: Counter[str] = Counter()
        home: dict[str, int] = {}
        used: dict[str, set[int]] = defaultdict(set)
        self._used_by: dict[str, set[str]] = defaultdict(set)
        self._copies: dict[str, list[str]] = defaultdict(list)
        for label, block in self.blocks.items():
            for step in block.body:
                variables, way = _named_in(step)
                for name in variables:
                    used[name].add(label)
                    self._used_by[name].add(way)
                    if name not in home:
                        given[name] += 1
                if isinstance(step, ir.Assign):
                    given[step.target.name] += 1
                    home[step.target.name] = label
                    if way == "copy":
                        self._copies[step.value.name].append(step.target.name)
        single = {name for name, count in given.items() if count == 1 and name in home}
        dominators: dict[int, set[int]] = {}
        if any(used[name] - {home[name]} for name in single):
            dominators = compute_cfg_from_blocks(self.func_ir.blocks).dominators()
        self._singly_assigned_vars = {
            name
            for name in single
            if all(label == home[name] or home[name] in dominators[label] for label in used[name])
        }
        self._blk_local_varmap: dict[str, Any] = {}
        self._slots: dict[Any, Any] = {}
        self._callees: dict[str, Any] = {}

    def lower_block(self, block: Any) -> None:
        self.pre_block(block)
        try:
            for step in block.body:
                self.loc = step.loc
                self.lower_inst(step)
        except Exception:
            told = partial(errors.LoweringError, loc=self.loc)
            with errors.new_error_context('lowering "{inst}" at {loc}', inst=step, loc=self.loc, errcls_=told):
                raise
        self.post_block(block)

    def lower_inst(self, inst: Any) -> None:
        if isinstance(inst, ir.Assign):
            kind = self.typeof(inst.target.name)
            self.storevar(self.lower_assign(kind, inst), inst.target.name)
        elif not self._stored(inst):
            super().lower_inst(inst)

    def _stored(self, inst: Any) -> bool:
        if isinstance(inst, ir.SetAttr):
            return self._set_field(inst)
        return isinstance(inst, ir.SetItem | ir.StaticSetItem) and self._set_cell(inst)

    def pre_block(self, block: Any) -> None:
        """Does nothing: rules catch no errors."""

    def post_block(self, block: Any) -> None:
        pass

    def lower_assign(self, ty: Any, inst: Any) -> Any:
        value = inst.value
        if isinstance(value, ir.Expr):
            found = self._counted(value, inst.target.name)
            return self.lower_expr(ty, value) if found is None else found
        if isinstance(value, ir.Var) and self.typeof(value.name) == ty:
            return self._raw(value.name)
        return super().lower_assign(ty, inst)

    # Variables.

    def _raw(self, name: str) -> Any:
        """The value of a variable, or the Cells that it stands for."""
        found = self._blk_local_varmap.get(name)
        return self.builder.load(self.getvar(name)) if found is None else found

    def loadvar(self, name: str) -> Any:
        found = self._raw(name)
        return self._settled(found) if type(found) is Cells else found

    def storevar(self, value: Any, name: str, argidx: Any = None) -> None:
        if name in self._singly_assigned_vars:
            self._blk_local_varmap[name] = value
        else:
            place = self.getvar(name)
            self.builder.store(self._settled(value) if type(value) is Cells else value, place)

    def delvar(self, name: str) -> None:
        """Does nothing: no references are counted."""

    def _settled(self, cells: Cells) -> Any:
        """An array of a record in Numba's representation."""
        context = self.context
        model = context.data_model_manager[cells.kind]
        whole = llvm_ir.Constant(model.get_value_type(), None)
        size = context.get_abi_sizeof(context.get_data_type(cells.kind.dtype))
        strides: list[int] = []
        step = size
        for length in reversed(cells.shape):
            strides.insert(0, step)
            step *= length
        parts = {
            "nitems": INT64(step // size if size else 0),
            "itemsize": INT64(size),
            "data": cells.start,
            "shape": llvm_ir.Constant.literal_array([INT64(length) for length in cells.shape]),
            "strides": llvm_ir.Constant.literal_array([INT64(stride) for stride in strides]),
        }
        for name, part in parts.items():
            whole = self.builder.insert_value(whole, part, model.get_field_position(name))
        return whole

    # Ints.

    def _as_int(self, name: str, kind: Any) -> Any:
        """A variable as an int of the given type."""
        return self._int_of(self.loadvar(name), self.typeof(name), kind)

    def _int_of(self, value: Any, known: Any, wanted: Any) -> Any:
        if known == wanted:
            return value
        if type(known) is Integer and type(wanted) is Integer:
            width = wanted.bitwidth
            if known.bitwidth > width:
                return self.builder.trunc(value, llvm_ir.IntType(width))
            widen = self.builder.sext if known.signed else self.builder.zext
            return widen(value, llvm_ir.IntType(width))
        if isinstance(known, IntegerLiteral) and type(wanted) is Integer:
            return llvm_ir.IntType(wanted.bitwidth)(known.literal_value)
        return self.context.cast(self.builder, value, known, wanted)

    def lower_binop(self, resty: Any, expr: Any, op: Any) -> Any:
        signature = self.fndesc.calltypes[expr]
        left, right = signature.args
        if (
            left == right
            and (type(left) is Integer or type(left) is Boolean)
            and expr.static_lhs is ir.UNDEFINED
            and expr.static_rhs is ir.UNDEFINED
        ):
            found = self._reckoned(_SAME.get(op, op), expr, left, signature.return_type)
            if found is not None:
                return self._int_of(found, signature.return_type, resty)
        return super().lower_binop(resty, expr, op)

    def _reckoned(self, op: Any, expr: Any, kind: Any, result: Any) -> Any:
        """An operation on two ints of the same type, or two bits; None if Numba has to decide."""
        builder, is_int = self.builder, type(kind) is Integer
        name = _BITWISE.get(op) if is_int or op is not operator.lshift else None
        if op in _COMPARED:
            compare = builder.icmp_signed if is_int and kind.signed else builder.icmp_unsigned
            found = partial(compare, _COMPARED[op])
        elif result != kind:
            return None
        elif is_int and op in _WRAPPING:
            found = partial(getattr(builder, _WRAPPING[op]), flags=["nsw"] if kind.signed else [])
        elif is_int and op is operator.rshift:
            found = builder.ashr if kind.signed else builder.lshr
        elif name:
            found = getattr(builder, name)
        else:
            return None
        return found(self._as_int(expr.lhs.name, kind), self._as_int(expr.rhs.name, kind))

    # Fields and cells.

    def lower_expr(self, resty: Any, expr: Any) -> Any:
        op = expr.op
        if op == "getattr":
            kind = self.typeof(expr.value.name)
            if isinstance(kind, Record) and expr.attr in kind.fields:
                return self._field(kind, expr, resty)
        elif op == "pair_first" or op == "pair_second":
            step = self._raw(expr.value.name)
            if type(step) is Step:
                return self._int_of(step.value, step.kind, resty) if op == "pair_first" else step.is_there
        elif op == "getitem" or (op == "static_getitem" and type(expr.index) is int):
            found = self._cell(expr)
            if found is not None:
                return self._read(found, resty)
        return super().lower_expr(resty, expr)

    def _place(self, record: Any, kind: Any, name: str, held: Any) -> Any:
        """The address of a record's field."""
        place = self.builder.gep(record, [ZERO, INT32(kind.offset(name))], inbounds=True)
        return self.builder.bitcast(place, self.context.get_data_type(held).as_pointer())

    def _field(self, kind: Any, expr: Any, resty: Any) -> Any:
        held = kind.typeof(expr.attr)
        record = self.loadvar(expr.value.name)
        if isinstance(held, NestedArray):
            start = self._place(record, kind, expr.attr, held.dtype)
            cells = Cells(start, held.shape, held)
            return cells if resty == held else self.context.cast(self.builder, self._settled(cells), held, resty)
        place = self._place(record, kind, expr.attr, held)
        value = self.context.unpack_value(self.builder, held, place, None if kind.aligned else 1)
        return self._int_of(value, held, resty)

    def _set_field(self, inst: Any) -> bool:
        signature = self.fndesc.calltypes[inst]
        kind = signature.args[0]
        if not isinstance(kind, Record):
            return False
        held = kind.typeof(inst.attr)
        if isinstance(held, NestedArray):
            return False
        value = self._int_of(self.loadvar(inst.value.name), self.typeof(inst.value.name), signature.args[1])
        value = self._int_of(value, signature.args[1], held)
        place = self._place(self.loadvar(inst.target.name), kind, inst.attr, held)
        self.context.pack_value(self.builder, held, value, place, None if kind.aligned else 1)
        return True

    def _cell(self, expr: Any) -> Any:
        """The address of an array cell, its type and alignment; None if Numba has to compute it."""
        kind = self.typeof(expr.value.name)
        if not isinstance(kind, Array) or kind.layout != "C":
            return None
        if expr.op == "static_getitem":
            return self._cell_at(expr.value.name, kind, [(types.int64, INT64(expr.index))])
        return self._cell_by(expr.value.name, kind, expr.index.name, self.fndesc.calltypes[expr].args[1])

    def _cell_by(self, array: str, kind: Any, index: str, taken: Any) -> Any:
        """The same, by the index variable and its type."""
        known = self.typeof(index)
        if isinstance(taken, Integer):
            if not isinstance(known, Integer):
                return None
            return self._cell_at(array, kind, [(taken, self._as_int(index, taken))])
        if isinstance(taken, types.UniTuple | types.Tuple) and all(isinstance(one, Integer) for one in taken.types):
            if not isinstance(known, types.BaseTuple) or not all(isinstance(one, Integer) for one in known.types):
                return None
            value = self.loadvar(index)
            parts = [self.builder.extract_value(value, place) for place in range(len(taken.types))]
            pairs = zip(parts, known.types, taken.types, strict=True)
            return self._cell_at(array, kind, [(two, self._int_of(part, one, two)) for part, one, two in pairs])
        return None

    def _cell_at(self, array: str, kind: Any, index: list[tuple[Any, Any]]) -> Any:
        if len(index) > kind.ndim:
            return None
        builder, value = self.builder, self._raw(array)
        if type(value) is Cells:
            start, lengths = value.start, [INT64(length) for length in value.shape]
        elif len(index) < kind.ndim:
            return None
        else:
            model = self.context.data_model_manager[kind]
            start = builder.extract_value(value, model.get_field_position("data"))
            shape = builder.extract_value(value, model.get_field_position("shape"))
            lengths = [builder.extract_value(shape, place) for place in range(kind.ndim)]
        place = None
        for axis, (taken, number) in enumerate(index):
            step = _from_the_end(builder, number, lengths[axis]) if taken.signed else number
            if self.context.enable_boundscheck:
                self._check(step, lengths[axis])
            place = step if place is None else builder.add(builder.mul(place, lengths[axis]), step)
        for length in lengths[len(index) :]:
            place = builder.mul(place, length)
        cell = builder.gep(start, [place])
        if len(index) == kind.ndim:
            return cell, kind, ()
        return cell, kind, value.shape[len(index) :]

    def _check(self, place: Any, length: Any) -> None:
        """Raise an error if an index is out of bounds; counted from the start, so never negative."""
        known = f" of {length.constant} cells" if isinstance(length, llvm_ir.Constant) else ""
        name = self.func_ir.func_id.func_name
        told = f"index is out of bounds{known} ({name}, line {self.loc.line})"
        with self.builder.if_then(self.builder.icmp_unsigned(">=", place, length), likely=False):
            self.call_conv.return_user_exc(self.builder, IndexError, (told,), self.loc, name)

    def _read(self, found: Any, resty: Any) -> Any:
        cell, kind, rest = found
        if rest:
            return Cells(cell, rest, resty)
        value = self.context.unpack_value(self.builder, kind.dtype, cell, None if kind.aligned else 1)
        return self._int_of(value, kind.dtype, resty)

    def _set_cell(self, inst: Any) -> bool:
        signature = self.fndesc.calltypes[inst]
        kind = self.typeof(inst.target.name)
        if not isinstance(kind, Array) or kind.layout != "C" or signature is None or kind != signature.args[0]:
            return False
        given = signature.args[2]
        if isinstance(given, Array) or isinstance(kind.dtype, Record) is not isinstance(given, Record):
            return False
        if isinstance(inst, ir.StaticSetItem):
            if type(inst.index) is not int:
                return False
            found = (
                self._cell_at(inst.target.name, kind, [(types.int64, INT64(inst.index))]) if kind.ndim == 1 else None
            )
        else:
            found = self._cell_by(inst.target.name, kind, inst.index.name, signature.args[1])
        if found is None or found[2]:
            return False
        value = self._int_of(self.loadvar(inst.value.name), self.typeof(inst.value.name), given)
        value = self._int_of(value, given, kind.dtype)
        self.context.pack_value(self.builder, kind.dtype, value, found[0], None if kind.aligned else 1)
        return True

    # Loops over ranges.

    def _counted(self, expr: Any, name: str) -> Any:
        """The values of a loop over a range of ints; None for anything else."""
        if expr.op not in _OF_LOOPS or name not in self._singly_assigned_vars:
            return None
        if expr.op == "call":
            return self._span(expr) if self._is_only_for(name, {"getiter"}) else None
        found = self._blk_local_varmap.get(expr.value.name)
        if expr.op == "getiter" and type(found) is Span and self._is_only_for(name, {"iternext"}):
            place = self._slot(found.start.type, own=True)
            self.builder.store(found.start, place)
            return Walk(place, found)
        if expr.op == "iternext" and type(found) is Walk and self._is_only_for(name, {"pair_first", "pair_second"}):
            return self._next(found)
        return None

    def _is_only_for(self, name: str, ways: set[str]) -> bool:
        """Whether a variable, under this name or another, is only used in these ways, and has no stack slot."""
        return (
            name in self._singly_assigned_vars
            and self._used_by[name] <= ways | {"copy"}
            and all(self._is_only_for(copy, ways) for copy in self._copies[name])
        )

    def _span(self, expr: Any) -> Span | None:
        callee = self.typeof(expr.func.name)
        if not isinstance(callee, types.Function) or callee.typing_key is not range or expr.kws or expr.vararg:
            return None
        signature = self.fndesc.calltypes[expr]
        kind: Any = getattr(signature.return_type, "dtype", None)
        if type(kind) is not Integer or not kind.signed or len(expr.args) > 3:
            return None
        if not all(isinstance(self.typeof(one.name), Integer) for one in expr.args):
            return None
        step = 1
        if len(expr.args) == 3:
            told = self.typeof(expr.args[2].name)
            if not isinstance(told, IntegerLiteral) or told.literal_value == 0:
                return None
            step = told.literal_value
        numbers = [self._as_int(one.name, kind) for one in expr.args[:2]]
        start = numbers[0] if len(numbers) > 1 else llvm_ir.IntType(kind.bitwidth)(0)
        return Span(start, numbers[-1], step, kind)

    def _next(self, walk: Walk) -> Step:
        builder, span = self.builder, walk.span
        value = builder.load(walk.place)
        is_there = builder.icmp_signed("<" if span.step > 0 else ">", value, span.stop)
        builder.store(builder.add(value, value.type(span.step), flags=["nsw"]), walk.place)
        return Step(value, is_there, span.kind)

    # Calls.

    def lower_call(self, resty: Any, expr: Any) -> Any:
        signature = self.fndesc.calltypes[expr]
        callee = self.typeof(expr.func.name)
        if isinstance(callee, types.Function):
            if callee.typing_key is bool and len(expr.args) == 1:
                found = self._truth(expr.args[0].name, resty)
                if found is not None:
                    return found
        elif _is_rule(callee) and not isinstance(signature.return_type, types.Optional):
            piece = callee.get_impl_key(signature)
            if isinstance(piece, linking.Piece):
                return self._int_of(self._called(piece, callee, expr, signature), signature.return_type, resty)
        return super().lower_call(resty, expr)

    def _truth(self, name: str, resty: Any) -> Any:
        kind = self.typeof(name)
        if type(kind) is Boolean and resty == kind:
            return self.loadvar(name)
        if isinstance(kind, Integer) and isinstance(resty, Boolean):
            value = self.loadvar(name)
            return self.builder.icmp_unsigned("!=", value, value.type(0))
        return None

    def _cast_var(self, var: Any, ty: Any) -> Any:
        return self._as_int(var.name, ty) if isinstance(var, ir.Var) else super()._cast_var(var, ty)

    def _called(self, piece: Any, callee: Any, expr: Any, signature: Any) -> Any:
        """A call of a rule, without an error check if it cannot raise."""
        builder, convention = self.builder, self.call_conv
        if expr.kws or expr.vararg or len(expr.args) != len(signature.args) or _takes_rest(signature.pysig):
            given = self.fold_call_args(callee, signature, expr.args, expr.vararg, expr.kws)
        else:
            given = [self._cast_var(one, kind) for one, kind in zip(expr.args, signature.args, strict=True)]
        self.library.add_linking_library(piece)
        if piece.symbol not in self._callees:
            self._callees[piece.symbol] = self.context.declare_function(builder.module, piece.fndesc)
        result = signature.return_type
        slot = self._slot(convention.get_return_type(result).pointee)
        told = convention._get_excinfo_argument(builder.function)
        packed = self.context.get_arg_packer(signature.args).as_arguments(builder, given)
        code = builder.call(self._callees[piece.symbol], [slot, told, *packed])
        if piece.can_fail:
            with builder.if_then(builder.icmp_unsigned("!=", code, FINE), likely=False):
                builder.ret(code)
        if result == types.none:
            return self.context.get_dummy_value()
        value = builder.load(slot)
        if type(result) is Boolean:
            return builder.icmp_unsigned("!=", value, value.type(0))
        return self.context.get_returned_value(builder, result, value)

    def _slot(self, kind: Any, own: bool = False) -> Any:
        """A stack slot, for the results of calls or for a single use."""
        if own:
            return cgutils.alloca_once(self.builder, kind)
        if kind not in self._slots:
            self._slots[kind] = cgutils.alloca_once(self.builder, kind)
        return self._slots[kind]


def _named_in(step: Any) -> tuple[list[str], str]:
    """The variables that an operation uses, and how."""
    if not isinstance(step, ir.Assign):
        return ([] if isinstance(step, ir.Del) else [one.name for one in step.list_vars()]), ""
    value = step.value
    if isinstance(value, ir.Var):
        return [value.name], "copy"
    return ([one.name for one in value.list_vars()], value.op) if isinstance(value, ir.Expr) else ([], "")


def _is_rule(callee: Any) -> bool:
    """Whether a type is a compiled function or a generic one."""
    return isinstance(callee, types.Dispatcher) or hasattr(callee, "generic")


def _takes_rest(pysig: Any) -> bool:
    """Whether a function has a *rest parameter."""
    return any(one.kind is one.VAR_POSITIONAL for one in pysig.parameters.values())


def _from_the_end(builder: Any, number: Any, length: Any) -> Any:
    """A Python index: negative values count from the end."""
    if isinstance(number, llvm_ir.Constant) and isinstance(length, llvm_ir.Constant):
        return number if number.constant >= 0 else INT64(number.constant + length.constant)
    is_negative = builder.icmp_signed("<", number, number.type(0))
    return builder.select(is_negative, builder.add(number, length), number)


@register_pass(mutates_CFG=True, analysis_only=False)
class RuleLowering(BaseNativeLowering):  # type: ignore[misc]
    """The compiler pass that generates LLVM code."""

    _name = "rule_lowering"

    @property
    def lowering_class(self) -> type[Lower]:
        return RuleLower
