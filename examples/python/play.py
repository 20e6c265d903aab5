"""Plays one hand of each game against a running server, by the types that openapi-python-client makes of its description."""

import sys
import time

from cardroom import AuthenticatedClient, Client, models as m
from cardroom.api.hands import act, deal
from cardroom.api.players import create_guest
from cardroom.api.seats import sit_down
from cardroom.api.tables import open_table, table as read_table

BASE = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8080"

GAMES = {
    "holdem": (2, {"holdem": {"betting": "no_limit", "small_blind": 5, "big_blind": 10, "showdown_seconds": 0}}),
    "doudizhu": (3, {"doudizhu": {"bidding": "call_rob", "card_millis": 0, "showing_seconds": 1}}),
    "shengji": (4, {"shengji": {"card_millis": 0, "declaring_seconds": 1}}),
}


def choose(options):
    match options:
        case m.GameOptionsHoldem(holdem=of):
            return m.GameActionHoldem(holdem=holdem(of))
        case m.GameOptionsDoudizhu(doudizhu=of):
            return m.GameActionDoudizhu(doudizhu=doudizhu(of))
        case m.GameOptionsShengji(shengji=of):
            return m.GameActionShengji(shengji=shengji(of))


def holdem(options):
    if options.run_twice:
        return m.HoldemActionRunTwice(agree=False, type_=m.HoldemActionRunTwiceType.RUN_TWICE)
    if options.show:
        return m.HoldemActionShow(type_=m.HoldemActionShowType.SHOW)
    if options.check:
        return m.HoldemActionCheck(type_=m.HoldemActionCheckType.CHECK)
    if options.call is not None:
        return m.HoldemActionCall(type_=m.HoldemActionCallType.CALL)
    return m.HoldemActionFold(type_=m.HoldemActionFoldType.FOLD)


def doudizhu(options):
    match options:
        case m.DoudizhuOptionsBid(points=points):
            return m.DoudizhuActionBid(points=points[0], type_=m.DoudizhuActionBidType.BID)
        case m.DoudizhuOptionsCall():
            return m.DoudizhuActionCall(type_=m.DoudizhuActionCallType.CALL)
        case m.DoudizhuOptionsPlay(suggested=[cheapest, *_]):
            named = m.DoudizhuNamed(kind=cheapest.reading.kind, main=cheapest.reading.main)
            return m.DoudizhuActionPlay(cards=cheapest.cards, as_=named, type_=m.DoudizhuActionPlayType.PLAY)
        case _:
            return m.DoudizhuActionPass(type_=m.DoudizhuActionPassType.PASS)


def shengji(options):
    match options:
        case m.ShengjiOptionsDeclare(standing=None, choices=[choice, *_]):
            kind = m.ShengjiActionDeclareType.DECLARE
            return m.ShengjiActionDeclare(card=choice.card, pair=choice.pair, type_=kind)
        case m.ShengjiOptionsDeclare():
            return m.ShengjiActionPass(type_=m.ShengjiActionPassType.PASS)
        case m.ShengjiOptionsBury(suggested=cards):
            return m.ShengjiActionBury(cards=cards, type_=m.ShengjiActionBuryType.BURY)
        case _:
            return m.ShengjiActionPlay(cards=options.suggested, type_=m.ShengjiActionPlayType.PLAY)


def answered(answer):
    if answer is None or isinstance(answer, m.Problem):
        raise SystemExit(f"{answer and answer.code}: {answer and answer.detail}")
    return answer


def guest():
    welcome = answered(create_guest.sync(client=Client(BASE), body=m.NewGuest()))
    return AuthenticatedClient(BASE, token=welcome.tokens.access_token)


def play(name, seats, rules):
    players = [guest() for _ in range(seats)]
    options = {"name": name, "game": rules, "seats": seats, "min_buy_in": 100, "max_buy_in": 1000}
    options = m.NewTable.from_dict(options | {"dealing": {"type": "by_hand"}})
    at = answered(open_table.sync(client=players[0], body=options)).table.id
    for player in players:
        answered(sit_down.sync(at, client=player, body=m.SitDown(buy_in=1000)))
    answered(deal.sync(at, client=players[0]))
    actions, end = 0, time.monotonic() + 60
    while time.monotonic() < end:
        for player in players:
            table = answered(read_table.sync(at, client=player))
            if table.last_hand is not None:
                return actions
            if table.you is None or table.you.options is None:
                continue
            body = m.NewAction(at=table.version, action=choose(table.you.options))
            answer = act.sync(at, client=player, body=body)
            if not (isinstance(answer, m.Problem) and answer.code == m.ProblemCode.STALE):
                answered(answer)
            actions += 1
        time.sleep(0.02)
    raise SystemExit(f"{name}: the hand did not end")


for name, (seats, rules) in GAMES.items():
    print(f"{name}: a hand of {play(name, seats, rules)} actions")
