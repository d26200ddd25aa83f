"""Measures the GPU resources of the kernel of random play, without a GPU: `python benchmarks/kernel.py [GAME ...]
[--cc 9.0]`

It compiles the kernel as for a GPU, and prints the registers and local memory of a thread, the code size, and how many
threads fit on a multiprocessor with 65,536 registers. It needs numba-cuda, NVVM and nvJitLink (`wartable[cuda]`, a CUDA
toolkit, `nvidia-nvjitlink`). With `--out FOLDER` the code is kept, for nvdisasm.
"""

import argparse
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from wartable.batch import cuda as kernels
from wartable.core.registry import find_game, game_names

if not hasattr(np, "row_stack"):
    np.row_stack = np.vstack


def compiled(name: str, cc: tuple[int, int]) -> tuple[bytes, str]:
    """The machine code of the kernel, and the assembler's report."""
    from cuda.bindings import nvjitlink
    from numba.cuda import compiler, types
    from numba.cuda.np.numpy_support import from_dtype

    game = find_game(name)
    kernel = kernels.make_small(game) if kernels.is_small(game) else kernels.make_regrouped(game)
    tables, boxes = (types.Array(from_dtype(kind.plain), 1, "C") for kind in (game.state, game.box))
    numbers, matrix = types.Array(types.int64, 1, "C"), types.Array(types.int64, 2, "C")
    rngs, wins = types.Array(types.uint64, 1, "C"), types.Array(types.float64, 2, "C")
    given = types.void(tables, tables, boxes, rngs, types.int64, numbers, wins, matrix)
    library, _ = compiler._compile_pyfunc_with_fixup(kernel.py_func, given, device=False, abi="numba", cc=cc, lto=True)
    code = library.get_ltoir(cc=cc)
    options = [f"-arch=sm_{cc[0]}{cc[1]}", "-lto", "-verbose"]
    handle = nvjitlink.create(len(options), options)
    nvjitlink.add_data(handle, nvjitlink.InputType.LTOIR, code, len(code), name)
    nvjitlink.complete(handle)
    linked = bytearray(nvjitlink.get_linked_cubin_size(handle))
    nvjitlink.get_linked_cubin(handle, linked)
    said = bytearray(nvjitlink.get_info_log_size(handle))
    nvjitlink.get_info_log(handle, said)
    return bytes(linked), said.decode(errors="replace")


def tell(name: str, code: bytes, said: str) -> None:
    game = find_game(name)
    threads = kernels.THREADS if kernels.is_small(game) else kernels.GROUP
    registers = max(int(number) for number in re.findall(r"Used (\d+) registers", said))
    local = max(int(number) for number in re.findall(r"(\d+) bytes cumulative stack", said) or ["0"])
    blocks = min(2048 // threads, 65536 // (-(-registers // 8) * 8 * threads))
    print(f"{name:14} {registers} registers, {local:,} bytes of local memory, {len(code):,} bytes of code; "
          f"{blocks * threads} threads on a multiprocessor", flush=True)  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", default=game_names())
    parser.add_argument("--cc", default="9.0", help="compute capability of the GPU")
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    major, minor = (int(part) for part in given.cc.split("."))
    import numba.cuda
    from numba.cuda import dispatcher

    # Rules that a kernel calls are compiled for the GPU at hand, and there may be none.
    dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=(major, minor))
    module: Any = numba.cuda
    kernels.teach(module)
    for name in given.games:
        code, said = compiled(name, (major, minor))
        if given.out:
            given.out.mkdir(parents=True, exist_ok=True)
            (given.out / f"{name}.cubin").write_bytes(code)
        tell(name, code, said)


if __name__ == "__main__":
    main()
