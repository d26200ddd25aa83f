"""Rules with notes and the same without, compiled for a GPU: `main` prints both as PTX, or why not.

No GPU is needed, only NVIDIA's compiler library.
"""

import json
import re
from types import SimpleNamespace
from typing import Any

from wartable.batch import cuda as kernels
from wartable.compiler.decorators import rule
from wartable.core.notes import NOBODY, alone, change, is_followed, note, whisper
from wartable.core.record import Array, Struct, i16, size

SIDES = 4
TARGET = 9, 0


class Bank(Struct, tag="silence_box"):
    limit: i16


class Purse(Struct, tag="silence"):
    coins: Array[i16] = size(SIDES)


@rule
def coins_of_all(s: Purse) -> int:
    total = 0
    for side in range(SIDES):
        total += s.coins[side]
    return total


@rule
def gain(s: Purse, box: Bank, seat: int, amount: int, why: int) -> None:
    s.coins[seat] += amount
    change(box, 1, why, seat, 1, amount, s.coins[seat], coins_of_all(s))
    if s.coins[seat] > box.limit:
        note(box, 2, 102, NOBODY, s.coins[seat] - box.limit)
    else:
        whisper(box, alone(seat), 3, why, seat, box.limit)
    if is_followed(box):
        note(box, 4, 103, seat, coins_of_all(s))


@rule
def gain_in_silence(s: Purse, box: Bank, seat: int, amount: int) -> None:
    s.coins[seat] += amount


def gain_kernel(states: Any, boxes: Any, seat: int) -> None:
    gain(states[0], boxes[0], seat, 2, 305)


def silent_kernel(states: Any, boxes: Any, seat: int) -> None:
    gain_in_silence(states[0], boxes[0], seat, 2)


def ptx_of(cuda: Any, kernel: Any) -> list[str]:
    """The instructions of a kernel, whatever it is called, without the names that Numba keeps of what it compiled."""
    import numba
    from numba import types

    arrays = [types.Array(numba.from_dtype(kind.plain), 1, "C") for kind in (Purse, Bank)]
    code, _ = cuda.compile_ptx(kernel, (*arrays, types.int64), cc=TARGET)
    lines = (re.sub(r"_Z\w+|//.*", "", line).strip() for line in code.splitlines())
    return [line for line in lines if line and not line.startswith(".common")]


def main() -> None:
    try:
        from numba import cuda
        from numba.cuda import dispatcher
        from numba.cuda.cudadrv import nvvm

        nvvm.NVVM()
    except Exception as error:
        print(json.dumps({"why": f"{type(error).__name__}: {error}"}))
        return
    # Rules that a kernel calls are compiled for the GPU at hand; here there may be none.
    dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=TARGET)
    kernels.teach(cuda)
    print(json.dumps({"told": ptx_of(cuda, gain_kernel), "silent": ptx_of(cuda, silent_kernel)}))
