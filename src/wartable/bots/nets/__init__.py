"""Nets: positions as numbers, large nets run by onnxruntime, and quick nets that are compiled code.

Begin with `net`. This package knows no search.
"""
