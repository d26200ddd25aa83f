"""Sizes and icons that the parts of the picture share."""

from wartable.drawing.layout import TABLE

GAP, BOARD, SIDE_WIDTH = 7, 714, 316
"""Two columns beside the map, none so wide that a phone could not show it whole."""
MAP, LEFT, RIGHT = TABLE.columns(BOARD, SIDE_WIDTH, SIDE_WIDTH, gap=GAP)
BUTTON_ROW = 50
"""How high a row of buttons is."""
RESOURCE_ICONS = ("two-coins", "wood-pile", "meat", "stone-pile")
RESOURCE_TINTS = ("gold", "wood", "food", "rock")
TOKEN_ICONS = ("", "locked-chest", "wooden-crate", "sharp-smile", "gold-mine", "castle")
CREATURE_ICONS = ("heroes-goblins", "heroes-orcs", "heroes-minotaurs", "heroes-ogres", "heroes-dragons")
ITEM_ICONS = ("broadsword", "round-shield", "gem-pendant")
OPEN_CHEST_ICON = "open-treasure-chest"
ARMOUR_ICON = "breastplate"
HERO_ICONS = ("heroes-hero-1", "heroes-hero-2", "heroes-hero-3", "heroes-hero-4", "heroes-hero-5")
HERO_ICON = HERO_ICONS[0]
TOWN_ICON = "castle"
SUN_ICON = "sun"
RAMPART_ICON = "stone-wall"
FOE_NAMES = ("Monsters", "Guardians", "Defenders", "", "")
