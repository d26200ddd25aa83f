"""The designer's bench in the browser: change a game, play it thousands of times, see what changed, play the variant.

Read `question` (what a worker process does), `runs` (one run at a time), then `app` (the HTTP interface).
"""
