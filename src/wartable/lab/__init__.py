"""The lab: find out how a game plays before you print it. It works on every game and names none."""
