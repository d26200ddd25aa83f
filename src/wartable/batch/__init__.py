"""N games as one array, on CPU threads or on a GPU, with the same rules and the same dice."""

from .batch import BadBatch, Batch, ForbiddenAction, Playouts

__all__ = ["BadBatch", "Batch", "ForbiddenAction", "Playouts"]
