"""The search: one compiled tree search for all games, with a judge, a quick net or a large net at its leaves.

Begin with `mcts` (the interface for bots) and `simulations` (the compiled search: determinization, rollout,
backpropagation); `puct` is the search with a large net. This package imports `nets` and `core`, never `advice`.
"""
