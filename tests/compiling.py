"""What a process compiles, counted within it."""

WATCH = """
from numba.core import event

class Watch(event.Listener):
    compiled = []
    def on_start(self, happening):
        self.compiled.append(happening.data["dispatcher"].py_func.__name__)
    def on_end(self, happening):
        pass

event.register("numba:compile", Watch())
"""
"""To stand before a program that prints `Watch.compiled`: the names of the functions that were compiled after it."""
