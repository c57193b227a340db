"""A program that takes a seat at a Grognard server and plays by chance.

    python bot.py http://127.0.0.1:8095 INVITATION

Put a thought of your own into `choose`; the rest may stay as it is.
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
address, invitation = sys.argv[1].rstrip("/"), sys.argv[2]
token = ""


def ask(path, data=None):
    """Ask the server something; with data, tell it something."""
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    if not token:
        del headers["Authorization"]
    body = None if data is None else json.dumps(data).encode()
    with urlopen(Request(f"{address}/api/v1{path}", body, headers), timeout=60) as answer:
        return json.load(answer)


def choose(view, decision, actions):
    """One of the legal actions, when the side is asked something."""
    return random.choice(actions)


def play(game, seat):
    """Play from the seat until the game is over; the line may break before."""
    url = f"{address.replace('http', 'ws', 1)}/api/v1/games/{game}/stream?seat={seat}&since=0"
    answered = None
    bearer = {"Authorization": f"Bearer {token}"}
    with connect(url, additional_headers=bearer, max_size=None) as line:
        for frame in map(json.loads, line):
            if frame["type"] == "problem":
                answered = None  # it was not done: look again at what is asked, and answer anew
            elif frame["type"] != "position":
                continue  # news, answers, and whatever kinds of frames may come one day
            now = frame if frame["type"] == "position" else ask(f"/seats/{seat}/view")
            if now["over"]:
                return True
            for decision in now["view"]["decisions"][:1]:
                if decision["id"] != answered:
                    actions = ask(f"/seats/{seat}/legal?limit=200")["actions"]
                    answered = decision["id"]
                    if actions:
                        action = choose(now["view"], decision, actions)
                        key = uuid.uuid4().hex
                        act = {"type": "act", "action": action, "at": answered, "key": key}
                        line.send(json.dumps(act))
    return False


token = ask("/people/guest", {"bearer": True})["token"]
joined = ask("/join", {"invitation": invitation, "name": "sample bot"})
while True:
    try:
        if play(joined["game"], joined["seat"]["id"]):
            break
    except (ConnectionClosed, InvalidHandshake, OSError):
        pass
    time.sleep(0.2)  # the line broke: come back
