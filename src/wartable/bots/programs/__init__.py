"""Bots that run as separate programs: the JSON lines protocol, the referee's side of it, and the host for Python.

Begin with `protocol`.
"""
