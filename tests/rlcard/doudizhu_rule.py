"""RLCard's rule agent `doudizhu-rule-v1` as a program for `cardroom arena --external`.

It needs `pip install rlcard==1.2.0`:

    cardroom arena --game doudizhu --seats advanced,external --deals 1000 \\
        --external 'python3 tests/rlcard/doudizhu_rule.py' \\
        --options '{"wings": {"preset": "rlcard"}, "force_landlord": true}'

A line of JSON tells that a hand begins, what its seat sees, or asks what it does; only the last is answered.
What it plays, and what it may choose from, is RLCard's own code on RLCard's own objects.
"""

import json
import sys
import zlib

import numpy
from rlcard.games.base import Card
from rlcard.games.doudizhu.player import DoudizhuPlayer
from rlcard.games.doudizhu.utils import get_gt_cards
from rlcard.models.doudizhu_rule_models import DouDizhuRuleAgentV1

ORDER = "3456789TJQKA2BR"
JOKERS = {"B": Card("BJ", ""), "R": Card("RJ", "")}


def rank(card):
    """A card's rank in RLCard's letters."""
    return {"X1": "B", "X2": "R"}.get(card, card[0])


def ranks(cards):
    """Cards as RLCard writes them, lowest first."""
    return "".join(sorted(map(rank, cards), key=ORDER.index))


def player(seat, hand):
    """RLCard's player with these cards."""
    made = DoudizhuPlayer(seat, numpy.random)
    made.set_current_hand([JOKERS.get(each) or Card("S", each) for each in hand])
    return made


class Seat:
    """What one seat knows of a hand. RLCard counts seats from the landlord."""

    def __init__(self, seat):
        self.seat = seat
        self.landlord = 0
        self.trace = []

    def role(self, seat):
        return (seat - self.landlord) % 3

    def watch(self, seen):
        if seen["type"] == "landlord":
            self.landlord = seen["seat"]
        elif seen["type"] == "played":
            self.trace.append((self.role(seen["seat"]), ranks(seen["cards"])))
        elif seen["type"] == "passed" and self.trace:
            self.trace.append((self.role(seen["seat"]), "pass"))

    def act(self, agent, cards):
        """The agent's play of these cards, as an action."""
        hand, me = ranks(cards), self.role(self.seat)
        played = [step for step in self.trace if step[1] != "pass"]
        actions = []
        if played and played[-1][0] != me:
            greater = player(played[-1][0], "")
            greater.played_cards = played[-1][1]
            actions = get_gt_cards(player(me, hand), greater)
        state = {
            "current_hand": hand,
            "trace": self.trace,
            "self": me,
            "landlord": 0,
            "actions": actions,
        }
        # The agent draws from the global generator: a seed of its own for each decision makes a hand repeatable.
        numpy.random.seed(zlib.crc32(f"{hand} {self.trace}".encode()))
        chosen = agent.step({"raw_obs": state})
        if chosen == "pass":
            return {"type": "pass"}
        left, play = list(cards), []
        for each in chosen:
            card = next(card for card in left if rank(card) == each)
            left.remove(card)
            play.append(card)
        return {"type": "play", "cards": play}


def main():
    agent, seat = DouDizhuRuleAgentV1(), None
    for line in sys.stdin:
        message = json.loads(line)
        if "setup" in message:
            seat = Seat(message["seat"])
        elif "seen" in message:
            seat.watch(message["seen"])
        elif "act" in message:
            asked = message["act"]
            plays = asked["options"]["type"] == "play"
            action = seat.act(agent, asked["view"]["hand"]) if plays else {"type": "pass"}
            print(json.dumps(action), flush=True)


if __name__ == "__main__":
    main()
