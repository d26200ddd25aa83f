"""The search: one compiled tree search for all games, with a judge, a quick net or a large net at its leaves.

Begin with `mcts` (what a bot asks) and `simulations` (the compiled search: determinization, rollout, backpropagation);
`puct` is the search that asks a large net. It imports `nets` and `core`, never `advice`.
"""
