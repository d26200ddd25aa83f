"""The garbage collector does not look through what stays, while moves wait."""

import subprocess
import sys
from pathlib import Path

from wartable.server.web.process.garbage import YOUNG

# A real server; what opens the browser when it answers looks at the collector and then stops it, as Ctrl-C does.
SERVING = """
import gc, os, signal, sys, webbrowser
from wartable.cli import main

def look(address):
    known = gc.get_freeze_count()
    print(gc.get_threshold()[0], known, len(gc.get_objects()))
    os.kill(os.getpid(), signal.SIGINT)

webbrowser.open = look
main(["serve", "--database", sys.argv[1], "--port", "0", "--no-warm"])
"""


def test_a_server_that_answers_has_set_aside_what_stays(tmp_path: Path) -> None:
    command = [sys.executable, "-c", SERVING, f"sqlite:///{tmp_path / 'wartable.db'}"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[-1]
    threshold, frozen, looked_through = map(int, said.split())
    assert threshold == YOUNG
    # Hundreds of thousands of objects of the compiler and the rules; what is left is a few requests' worth.
    assert frozen > 20 * looked_through
