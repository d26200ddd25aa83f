"""Questions that take several runs: two versions compared, a value swept, levels measured, data tuned to a target.

Begin with `compare`. Each study imports `runs` and `reports`.
"""
