"""A bot as a program: one JSON object a line in, one a line out. It needs nothing of Wartable. Try it:

wartable arena metals --bots "random,cmd:python examples/bots/any_language.py" --games 20

It plays at random, and never twice the same move in the same position of a match.
"""

import json
import random
import sys


def main() -> None:
    seen: set[str] = set()
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            random.seed(message["seed"])
            seen.clear()
            answer = {"type": "ready", "name": "any language"}
        elif message["type"] == "choose":
            board = json.dumps(message["view"])
            fresh = [option for option in message["legal"] if f"{board} {option['move']}" not in seen]
            option = random.choice(fresh or message["legal"])
            seen.add(f"{board} {option['move']}")
            answer = {"type": "play", "number": message["number"], "move": option["move"]}
        else:
            continue
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
