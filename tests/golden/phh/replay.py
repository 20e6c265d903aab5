"""Replays PHH files with PokerKit: one JSON string a line in, one JSON object a line out."""

import json
import sys
import warnings

from pokerkit import HandHistory

# Folding where one could check is allowed here, and PokerKit only warns of it.
warnings.simplefilter("ignore")

for line in sys.stdin:
    history = HandHistory.loads(json.loads(line))
    try:
        *_, state = history
        answer = {"stacks": state.stacks}
    except (ValueError, AssertionError) as error:
        answer = {"refused": repr(error)}
    print(json.dumps(answer))
