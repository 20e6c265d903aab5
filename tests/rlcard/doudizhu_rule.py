"""Answers for RLCard's rule agent `doudizhu-rule-v1`, over standard input and output.

It needs `pip install rlcard==1.2.0`. A request is a line of JSON:

    {"game": 7, "self": 1, "landlord": 0, "hand": "34567TTQKA2", "trace": [[0, "33"], [1, "pass"]]}

and the answer a line of its own: the agent's action, and how many actions RLCard lists where it follows.
All of it is RLCard's own code on RLCard's own objects; here is only what carries it.
"""

import json
import sys
import zlib

import numpy
from rlcard.games.base import Card
from rlcard.games.doudizhu.player import DoudizhuPlayer
from rlcard.games.doudizhu.utils import get_gt_cards
from rlcard.models.doudizhu_rule_models import DouDizhuRuleAgentV1

JOKERS = {"B": Card("BJ", ""), "R": Card("RJ", "")}


def player(seat, hand):
    """RLCard's player with these cards."""
    made = DoudizhuPlayer(seat, numpy.random)
    made.set_current_hand([JOKERS.get(rank) or Card("S", rank) for rank in hand])
    return made


def answer(agent, request):
    """The agent's action, and how many it could choose from: 0 where it leads."""
    seat, trace = request["self"], [tuple(step) for step in request["trace"]]
    played = [step for step in trace if step[1] != "pass"]
    actions = []
    if played and played[-1][0] != seat:
        greater = player(played[-1][0], "")
        greater.played_cards = played[-1][1]
        actions = get_gt_cards(player(seat, request["hand"]), greater)
    state = {
        "current_hand": request["hand"],
        "trace": trace,
        "self": seat,
        "landlord": request["landlord"],
        "actions": actions,
    }
    # The agent draws from the global generator: a seed of its own for each decision makes a game repeatable.
    numpy.random.seed(zlib.crc32(f"{request['game']} {len(trace)}".encode()))
    return str(agent.step({"raw_obs": state})), len(actions)


def main():
    agent = DouDizhuRuleAgentV1()
    for line in sys.stdin:
        action, count = answer(agent, json.loads(line))
        print(action, count, flush=True)


if __name__ == "__main__":
    main()
