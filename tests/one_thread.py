"""A stand-in for Numba's CUDA module: runs kernels in Python, one thread after the other.

Numba's own simulator cannot assign a record. What the kernels call stays the real thing.
"""

from types import SimpleNamespace
from typing import Any

import numpy as np

from wartable.core.game import Game


class Memory(np.ndarray):
    """An array that plays the part of one on a device."""

    def copy_to_host(self) -> Any:
        return np.array(self)

    def copy_to_device(self, array: Any) -> None:
        self[...] = array


class OutOfMemory(Exception):
    """What a device says when something goes wrong on it."""


class Kernel:
    def __init__(self, function: Any, place: list[Any]) -> None:
        self.function, self.place = function, place

    def __getitem__(self, shape: tuple[Any, Any]) -> Any:
        blocks, threads = (size if isinstance(size, tuple) else (size,) for size in shape)

        def launch(*arguments: Any) -> None:
            for at in np.ndindex(*(b * t for b, t in zip(blocks, threads, strict=True))):
                self.place[0] = at
                self.function(*arguments)

        return launch


def one_thread(game: Game, *kinds: Any, free: int = 1 << 30) -> Any:
    """The module, with device arrays of the game's records (and other kinds of) that Python can work with."""
    place: list[Any] = [()]
    records = {kind.plain: kind.dtype for kind in (game.state, game.box, *kinds)}

    def to_device(array: Any) -> Any:
        return np.array(array).view(records.get(array.dtype, array.dtype)).view(Memory)

    def device_array(shape: Any, dtype: Any) -> Any:
        return to_device(np.zeros(shape, dtype))

    def local_array(shape: Any, dtype: Any) -> Any:
        return np.zeros(shape, records.get(dtype, dtype))

    def jit(function: Any = None, **_: Any) -> Any:
        return jit if function is None else Kernel(function, place)

    def grid(dimensions: int) -> Any:
        return place[0][0] if dimensions == 1 else place[0]

    class Block:
        """In blocks of one thread, the only ones in which barriers make sense here."""

        @property
        def x(self) -> int:
            return int(place[0][0])

    def least(array: Any, at: int, value: int) -> None:
        array[at] = min(array[at], value)

    def add(array: Any, at: int, value: int) -> int:
        array[at] += value
        return int(array[at]) - value

    return SimpleNamespace(
        jit=jit,
        grid=grid,
        blockIdx=Block(),
        threadIdx=SimpleNamespace(x=0),
        syncthreads=lambda: None,
        syncthreads_or=lambda flag: flag,
        local=SimpleNamespace(array=local_array),
        shared=SimpleNamespace(array=local_array),
        atomic=SimpleNamespace(min=least, add=add),
        to_device=to_device,
        as_cuda_array=to_device,
        device_array=device_array,
        get_current_device=lambda: SimpleNamespace(MULTIPROCESSOR_COUNT=1),
        cudadrv=SimpleNamespace(driver=SimpleNamespace(CudaAPIError=OutOfMemory)),
        current_context=lambda: SimpleNamespace(get_memory_info=lambda: (free, free)),
    )
