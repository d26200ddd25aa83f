"""Nets: a position as numbers, large nets that onnxruntime runs, and quick nets that are compiled code.

Begin with `net`. It knows no search.
"""
