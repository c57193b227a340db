"""A program that takes a seat at a Grognard server and plays by chance, as `choose` has it.

python bot.py http://127.0.0.1:8095 INVITATION
"""

import json
import random
import sys
import time
import uuid
from urllib.request import Request, urlopen

from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import connect

if len(sys.argv) != 3:
    sys.exit(__doc__)
address, invitation, bearer = sys.argv[1].rstrip("/"), sys.argv[2], {}


def ask(path, data=None):
    """Ask the server something; with data, tell it something."""
    body = None if data is None else json.dumps(data).encode()
    headers = {"Content-Type": "application/json", **bearer}
    with urlopen(Request(f"{address}/api/v1{path}", body, headers), timeout=60) as answer:
        return json.load(answer)


def choose(view, decision, actions):
    """One of the legal actions, when the side is asked something."""
    return random.choice(actions)


def play(game, seat):
    """Play from the seat until the game is over; the line may break before."""
    url, answered = f"{address}/api/v1/games/{game}/stream?seat={seat}&since=0", None
    with connect(url.replace("http", "ws", 1), additional_headers=bearer, max_size=None) as line:
        for now in map(json.loads, line):
            if now["type"] == "problem":  # it was not done: look at what is asked, answer anew
                answered, now = None, ask(f"/seats/{seat}/view")
            elif now["type"] != "position":
                continue  # news, answers, and whatever kinds of frames may come one day
            if now["over"]:
                return True
            asked = [one for one in now["view"]["decisions"][:1] if one["id"] != answered]
            for decision in asked:
                if actions := ask(f"/seats/{seat}/legal?limit=200")["actions"]:
                    answered, action = decision["id"], choose(now["view"], decision, actions)
                    act = {"type": "act", "action": action, "at": answered, "key": uuid.uuid4().hex}
                    line.send(json.dumps(act))
    return False


bearer["Authorization"] = f"Bearer {ask('/people/guest', {'bearer': True})['token']}"
table, done = ask("/join", {"invitation": invitation, "name": "sample bot"}), False
while not done:
    try:
        done = play(table["game"], table["seat"]["id"])
    except (ConnectionClosed, InvalidHandshake, OSError):
        time.sleep(0.2)  # the line broke: come back
