"""CI-8.1 to CI-8.5: attack an open town, or one that another player owns."""

from wartable.core.rules import Ints, Meaning, Refused, Text, code, lowest, plain, put, rule

from ..box import Box
from ..rules import pay
from ..rules.pay import attack_of, can_pay_attack, defence, distance_of, distances_given_up
from ..rules.towns import targets
from ..rules.turn import take
from ..state import CARDS, NONE, OPEN, Act, State
from ..texts import join, town_label, town_name
from ..values import Action, Town


class Attack(Action):
    town: Town

    when = 107
    notation = "attack-{town}"
    reads = "attack | conquer | raid | besiege"
    label = "Attack {all_of_it}"
    touches = "town-{town}"
    facts = {
        801: "{town} {closed}.",
        802: "{town} has defence {defence}; the cards in your hand have {strength} attack.",
        804: "{town} is at distance {distance}; your cards and buildings give {reach}.",
        805: "Your cards reach defence {defence} and distance {distance} of {town} each alone, not both: "
        "a card counts for one of them.",
    }

    @property
    def all_of_it(self) -> str:
        return town_label(self.at.view, self.at.box, self.town)

    @property
    def closed(self) -> str:
        view, box = self.at.view, self.at.box
        if view.town_owner[self.town] == self.at.seat:
            return "is yours"
        if not box.town_in_play[self.town]:
            return "is not in this game"
        opened = join(town_name(box, town) for town in view.open_towns if town != NONE)
        return f"does not lie open yet; the open towns are {opened}"

    @property
    def defence(self) -> int:
        return int(plain(pay.defence)(self.at.view, self.at.box, self.town))

    @property
    def distance(self) -> int:
        return self.at.box.town_distance[self.town]

    @property
    def strength(self) -> int:
        return sum(self.at.box.card_attack[card] for card in self.at.hand)

    @property
    def reach(self) -> int:
        return self.at.skills_beside(NONE)[1]


@rule
def offers(s: State, box: Box, seat: int, out: Ints, n: int) -> int:
    side = s.sides[seat]
    attack = attack_of(box, side.hand)
    if attack == 0:
        return n
    far = distance_of(box, side.hand)
    table = distances_given_up(box, side.hand, attack)
    towns = targets(s, seat)
    while towns != 0:
        town = lowest(towns)
        towns &= towns - 1
        distance = max(0, box.town_distance[town] - side.distance)
        if attack >= defence(s, box, town) and can_pay_attack(table, far, defence(s, box, town), distance):
            n = put(out, n, Attack(town))
    return n


@rule
def apply(s: State, box: Box, seat: int, it: Attack) -> None:
    take(s, box, seat, Act.ATTACK, it.town, NONE)


@rule
def refuse(s: State, box: Box, seat: int, it: Attack) -> int:
    owner = s.town_owner[it.town]
    lies_open = False
    for place in range(OPEN):
        lies_open = lies_open or s.open_towns[place] == it.town
    if owner == seat or (owner == NONE and not lies_open):
        return 801
    side = s.sides[seat]
    strong = box.town_defence[it.town] + (box.conquered if owner != NONE else 0)
    return refuse_split(box, side.hand, strong, box.town_distance[it.town] - side.distance)


@rule
def refuse_split(box: Box, cards: int, attack: int, distance: int) -> int:
    """CI-8.2, CI-8.4, CI-8.5: tries every way to lay some of the cards for attack and the others for distance."""
    fighters = 0
    strength = 0
    reach = 0
    for card in range(CARDS):
        if (cards >> card) & 1 == 1:
            strength += box.card_attack[card]
            reach += box.card_distance[card]
            if box.card_attack[card] > 0:
                fighters |= 1 << card
    if strength < attack:
        return 802
    if reach < distance:
        return 804
    group = fighters
    while True:
        force = 0
        lost = 0
        for card in range(CARDS):
            if (group >> card) & 1 == 1:
                force += box.card_attack[card]
                lost += box.card_distance[card]
        if force >= attack and reach - lost >= distance:
            return 0
        if group == 0:
            return 805
        group = (group - 1) & fighters


def read(text: Text) -> Meaning:
    towns = Town.named_in(text)
    if towns:
        return code(Attack(towns[0]))
    return Refused(801, "Only towns are attacked: the open ones, and those of other players. Say which.")
