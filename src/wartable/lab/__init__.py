"""The lab: find out how a game plays before printing it. Runs on every game; no game is named here."""
