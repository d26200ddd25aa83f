"""Sizes and icons that the parts of the picture share."""

BOARD = 860
SIDE_X, SIDE_WIDTH = 896, 524
TOP, BOTTOM = 20, 880
GAP = 8
CHOICES = 118
RESOURCE_ICONS = ("two-coins", "wood-pile", "meat", "stone-pile")
TOKEN_ICONS = ("", "open-treasure-chest", "wooden-crate", "sharp-smile", "gold-mine", "castle")
SPAWNER_ICONS = ("goblin-camp", "barracks-tent", "watchtower", "stone-tower", "evil-tower")
CREATURE_ICONS = ("goblin-head", "orc-head", "minotaur", "ogre", "dragon-head")
ITEM_ICONS = ("broadsword", "round-shield", "gem-pendant")
HERO_ICON = "mounted-knight"
RAMPART_ICON = "stone-wall"
FOE_NAMES = ("Monsters", "Guardians", "Defenders", "", "")
