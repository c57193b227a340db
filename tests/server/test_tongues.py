"""Whoever asks in German or Polish is answered so, at the door and by the socket, and only he."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from grognard.server.club import Club
from tests.server.wire import Client, Table, app_on, serving

MISSIONS = {"do": "assign", "missions": []}
MOVE = {"do": "move", "units": ["de-7-krad"], "path": ["2720"]}
ENGLISH = re.compile(r"\b(the|and|with|not|is|are|you|your|there|game|units?)\b")
REFUSED = {
    "de": "2522 und 2720 grenzen nicht aneinander; ein Weg geht von Feld zu Nachbarfeld",
    "pl": "2522 i 2720 nie sąsiadują; droga wiedzie z pola na pole sąsiednie",
}
"""Whoever asks for a leap over a hex."""
WORDS = {
    "de": ("Nachschub", "Die Straße nach Klin", "Vor Klin", "wie gedruckt"),
    "pl": ("zaopatrzenie", "Droga na Klin", "Pod Klinem", "jak w druku"),
}
"""What Klin teaches, its title, its first step, and a value of an option."""


def _in(client: Client, language: str) -> Client:
    client.http.headers["accept-language"] = f"{language}, en;q=0.5"
    return client


@pytest.mark.parametrize("language", ["de", "pl"])
def test_a_refused_move_is_refused_in_the_language_of_the_asker(club: Club, language: str) -> None:
    with serving(app_on(club)) as app:
        table = Table(app)
        client, seat = table.mover()
        client.act(seat, MISSIONS)
        english = client.fails(f"/seats/{seat}/act", _wish("a", MOVE))[1]
        _in(client, language)
        problem = client.fails(f"/seats/{seat}/act", _wish("b", MOVE))[1]
        assert problem["refusals"][0]["text"] == REFUSED[language]
        assert REFUSED[language] in problem["detail"]
        assert problem["rule"] == english["rule"]
        assert "do not adjoin" in english["detail"]
        reasons = client.post(f"/seats/{seat}/why", {"action": MOVE})["refusals"]
        assert [one["text"] for one in reasons] == [REFUSED[language]]
        saved = client.http.get(f"/api/v1/seats/{seat}/view").text
        assert REFUSED[language] not in saved


def _wish(key: str, action: Any) -> dict[str, Any]:
    return {"action": action, "at": None, "key": key}


@pytest.mark.parametrize("language", ["de", "pl"])
def test_a_socket_refuses_in_the_language_of_its_address(club: Club, language: str) -> None:
    with serving(app_on(club)) as app:
        table = Table(app)
        client, seat = table.mover()
        client.act(seat, MISSIONS)
        url = f"ws://localhost/api/v1/games/{table.game}/stream?seat={seat}&since=0&views=false"
        headers = {"authorization": f"Bearer {client.token}"}
        with client.http.websocket_connect(f"{url}&language={language}", headers=headers) as wire:
            wire.send_text(json.dumps({"type": "act", "action": MOVE, "key": "k"}))
            frame: dict[str, Any] = {}
            while "refusals" not in frame and "problem" not in frame:
                frame = wire.receive_json()
    assert REFUSED[language] in json.dumps(frame, ensure_ascii=False)


@pytest.mark.parametrize("language", ["de", "pl"])
def test_shelf_briefing_lesson_and_errors_are_told_in_it(club: Club, language: str) -> None:
    teaches, title, first, printed = WORDS[language]
    with serving(app_on(club)) as app:
        client = _in(Client(app), language)
        cards = {card["id"]: card for card in client.get("/shelf")["scenarios"]}
        card = cards["wb95/klin"]
        assert card == client.get("/scenarios/wb95/klin")
        assert teaches.lower() in card["teaches"].lower()
        assert card["title"] == title
        lesson = client.get("/scenarios/wb95/klin/lesson")
        assert lesson["steps"][0]["title"] == first
        assert "{" not in json.dumps([step["text"] for step in lesson["steps"]])
        brief = client.get("/scenarios/wb95/klin/briefing")
        told = [brief["situation"], brief["victory"], *brief["rules"], brief["time"]]
        told += [one["switch"]["reason"] for one in brief["changed"]]
        told += [text for side in brief["sides"] for text in (side["forces"], *side["steps"])]
        assert [text for text in told if ENGLISH.search(text)] == []
        system = next(one for one in client.get("/shelf")["systems"] if one["id"] == "wb95")
        assert [o["reason"] for o in system["options"] if ENGLISH.search(o["reason"])] == []
        tables = next(o for o in system["options"] if o["id"] == "tables")
        assert (tables["values"][1], tables["labels"]["as-printed"]) == ("as-printed", printed)
        card = client.get("/systems/wb95/rules/T.combat")
        assert [o for o in card["options"] if o["id"] == "tables"] == [tables]
        denied = client.fails("/join", {"invitation": "nothing"})[1]
        assert not ENGLISH.search(f"{denied['detail']} {denied['would_be_right']}")
        nobody = client.fails("/scenarios/wb95/nowhere", method="GET")[1]
        assert not ENGLISH.search(nobody["detail"])
    with serving(app_on(club)) as app:
        english = {card["id"]: card for card in Client(app).get("/shelf")["scenarios"]}
    assert english["wb95/klin"]["title"] == "The Road to Klin"
