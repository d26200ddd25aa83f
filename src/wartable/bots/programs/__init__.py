"""Bots that are programs of their own: the protocol in JSON lines, the referee's end of it, and the host for Python.

Begin with `protocol`.
"""
