"""A computer player of your own. It comes in, sits down and plays, through the API like a person.

python3 bot.py http://127.0.0.1:8080 TABLE plays a hand there; without a table, one of each game against novices.
"""
import json
import sys
import urllib.error
import urllib.request

BASE = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8080"
GAMES = {"holdem": (3, {"betting": "no_limit", "small_blind": 5, "big_blind": 10}), "doudizhu": (3, {}), "shengji": (4, {})}
HEADERS = {"content-type": "application/json"}


def call(method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(BASE + "/v1" + path, data, HEADERS, method=method)) as answer:
        return json.load(answer)


def choose(game, may):
    """Chooses one of the options that the server offers: put something better here."""
    match game, may:
        case "holdem", {"run_twice": True}: return {"type": "run_twice", "agree": False}
        case "holdem", {"muck": True}: return {"type": "muck"}
        case "holdem", {"check": True}: return {"type": "check"}
        case "holdem", {"call": int(price), "pot": int(pot)} if 3 * price <= pot: return {"type": "call"}
        case "holdem", _: return {"type": "fold"}
        case "doudizhu", {"type": "bid", "points": [least, *_]}: return {"type": "bid", "points": least}
        case "doudizhu", {"type": "call"}: return {"type": "call"}
        case "doudizhu", {"type": "play", "suggested": [{"cards": cards, "reading": reading}, *_]}:
            return {"type": "play", "cards": cards, "as": {"kind": reading["kind"], "main": reading["main"]}}
        case "shengji", {"type": "declare", "standing": None, "choices": [{"card": card, "pair": pair}, *_]}:
            return {"type": "declare", "card": card, "pair": pair}
        case "shengji", {"type": "bury" as does, "suggested": cards}: return {"type": does, "cards": cards}
        case "shengji", {"suggested": cards}: return {"type": "play", "cards": cards}
    return {"type": "pass"}


def play(table):
    """Sits down, plays until a hand is over, and leaves."""
    view = call("POST", f"{table}/seats", {"buy_in": call("GET", table)["options"]["max_buy_in"], "entry": "post"})["table"]
    while not (view["last_result"] and view["last_result"]["your_seat"] is not None):
        mine = [d for d in (view["hand"] or {"decisions": []})["decisions"] if d["seat"] == view["you"]["seat"] and d["clock"]]
        try:
            if mine:
                (game, may), = view["you"]["options"].items()
                view = call("POST", f"{table}/actions", {"at": view["version"], "action": {game: choose(game, may)}})["table"]
            else:  # A long poll: it answers as soon as something happens.
                view = call("GET", f"{table}/events?after={view['version']}&wait=20")["table"] or call("GET", table)
        except urllib.error.HTTPError as problem:
            if json.load(problem)["code"] != "stale":
                raise
            view = call("GET", table)
    print([(one["name"], one["net"]) for one in view["last_result"]["players"]])
    call("DELETE", f"{table}/seats/me")


HEADERS["authorization"] = "Bearer " + call("POST", "/guests", {"name": "bot.py"})["tokens"]["access_token"]
for game, (seats, rules) in GAMES.items() if len(sys.argv) < 3 else []:
    new = {"name": game, "seats": seats, "min_buy_in": 100, "max_buy_in": 1000, "game": {game: rules}, "bot_pace": "none"}
    play("/tables/" + call("POST", "/tables", new | {"fill_with_bots": {"level": "novice"}})["table"]["id"])
if len(sys.argv) > 2:
    play("/tables/" + sys.argv[2])
