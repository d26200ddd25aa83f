"""Names that people know from other libraries, with what to write here instead of them."""

_MATCH = {
    "match.moves()": "legal_moves generate_legal_moves available_moves possible_moves valid_moves",
    "match.legal()": "legal_actions legal_action_mask action_mask",
    "match.move(move)": "push push_san push_uci apply apply_action apply_move step act do_move make_move play_move",
    "match.undo()": "pop take_back undo_move undo_action back",
    "match.turn": "current_player current_seat player_to_move to_move side_to_move to_play agent_selection next_player",
    "match.due": "active_players players_to_act",
    "match.is_over": "is_checkmate is_terminal is_game_over game_over is_finished finished done terminated over ended",
    "match.outcome": "result status rewards returns score scores",
    "match.winner": "winning_player winner_name",
    "match.see().goal": "points victory_points standing standings",
    "match.decisions()": "history move_stack move_history moves_played actions past_moves",
    "match.steps[-1]": "last_move last_action peek",
    "len(match.decisions())": "ply move_number turn_number move_count fullmove_number",
    "wartable.observation(match)": "observation obs observation_tensor information_state_tensor features",
    "match.see().board": "board observation_string information_state_string ascii text",
    "match.see(0).prompt": "prompt question",
    "match.full_state()": "state",
    "match.copy()": "clone fork child duplicate",
    "wartable.draw(match)": "draw render show display svg to_svg plot picture",
    'match.save("match.jsonl")': "dump to_json to_file export write pgn",
    "repr(match)": "fen serialize to_string to_dict",
    "wartable.new(match.game)": "reset restart new_game",
    "match.game.name": "name title",
    "len(match.players)": "num_players n_players player_count nb_players",
    "match.game.rulebook.find(number)": "rules rulebook explain",
    'wartable.bot("medium").choose(match)': "best_move bot ai suggest engine",
    "wartable.hint(match)": "hint evaluate analyse analysis eval",
    "wartable.finish(match)": "finish playout rollout run play_out simulate",
    "move in match.moves()": "is_legal is_legal_move is_valid",
    "random.choice(match.moves())": "random_move sample",
}
_MODULE = {
    "wartable.new(game)": "make create start new_match new_game make_game Board State init begin open reset",
    'wartable.load("match.jsonl")': "read load_match load_game open_match from_file",
    "wartable.available_games()": "list_games registered_games available_envs list_envs list registry",
    "wartable.game(game)": "get_game find_game game_info load_rules",
    'match.save("match.jsonl")': "save dump write",
    'wartable.bot("greedy")': "Bot Agent agent ai engine random_bot greedy mcts make_bot",
    "wartable.finish(match)": "play run playout rollout self_play",
    "wartable.Batch(game, 4)": "simulate batch_env vmap vectorize VectorEnv",
    "wartable.env(game)": "make_env gym Env TableEnv parallel_env aec_env",
    "wartable.draw(match)": "show render plot svg display",
    "match.moves()": "moves legal_moves",
    "match.move(move)": "move push",
    "match.undo()": "undo pop",
    "match.copy()": "copy clone",
    "match.see(0)": "see view",
    "wartable.hint(match)": "analyse analyze evaluate suggest",
    "match.outcome": "outcome result winner",
    "wartable.WartableError": "Error Exception WartableException",
    "wartable.IllegalMove": "IllegalMoveError InvalidMove InvalidMoveError",
}


def _by_name(known: dict[str, str]) -> dict[str, str]:
    return {name: instead for instead, names in known.items() for name in names.split()}


KNOWN = {"match": _by_name(_MATCH), "module 'wartable'": _by_name(_MODULE)}
"""By object, the names from other libraries, each with what to write instead."""


def missing(owner: str, name: str) -> AttributeError:
    """The error for a missing name; for a name from another library, it says what to write."""
    instead = KNOWN[owner].get(name)
    return AttributeError(f"{owner} has no attribute {name!r}" + (f"; write {instead}" if instead else ""))
