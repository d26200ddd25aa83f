"""How the table looks, part by part. Begin with `view`: the scene, and what a hand touches in it.

No rule imports anything here.
"""
