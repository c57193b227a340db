"""Seats are not sides: who sits where, who comes and goes, who looks on."""

from __future__ import annotations

import pytest

from grognard.engine.entries import PUBLIC
from grognard.engine.record import canonical
from grognard.server.errors import Conflict, Forbidden, Invalid, NotFound
from grognard.server.service import Limits, Service
from grognard.server.store.database import Database
from grognard.server.store.records import SeatPlan
from tests.server.table import KLIN, NO_MISSIONS, duel, solo

TYPHOON = "wb95/typhoon"


def test_without_a_plan_there_is_a_seat_for_each_side_and_the_first_is_mine(
    service: Service,
) -> None:
    person, _ = service.guest()
    game = service.create_game(person, KLIN)
    assert [(s["side"], s["mine"], s["taken"]) for s in game["seats"]] == [
        ("german", True, True),
        ("soviet", False, False),
    ]
    assert (game["title"], game["turn"], game["waiting_for"]) == (
        "The Road to Klin", 1, ["german"],
    )  # fmt: skip


def test_the_secret_of_the_dice_stays_here_until_the_end(service: Service) -> None:
    table = duel(service)
    german = table.people["german"]
    before = service.game(german, table.game_id)
    assert before["seed"] is None
    secret = service.row(table.game_id).seed
    assert secret not in str(before)
    assert secret not in str(service.view(table.seats["german"]))
    service.resign(table.seats["german"])
    assert service.game(german, table.game_id)["seed"] == secret


@pytest.mark.parametrize(
    ("plan", "says"),
    [
        (SeatPlan(side="italian"), "no side"),
        (SeatPlan(), "no side"),
        (SeatPlan(role="king", side="german"), "no role"),
        (SeatPlan(role="umpire", side="german"), "no side"),
        (SeatPlan(role="spectator", side="public"), "no side"),
        (SeatPlan(side="german", kind="cat"), "not for"),
        (SeatPlan(side="german", kind="ai", player="napoleon"), "no player"),
        (SeatPlan(role="spectator", side="german", kind="ai", player="staff"), "program plays"),
        (SeatPlan(side="german", delay_lines=5), "only spectators"),
        (SeatPlan(role="spectator", side="german", delay_turns=-1), "no delay"),
        (SeatPlan(side="german", name="x" * 50), "name"),
    ],
)
def test_seats_that_cannot_be(service: Service, plan: SeatPlan, says: str) -> None:
    person, _ = service.guest()
    with pytest.raises(Invalid, match=says):
        service.create_game(person, KLIN, seats=[plan])
    assert service.games_of(person) == []


@pytest.mark.parametrize(
    ("scenario", "options", "says"),
    [
        ("wb95/clin", {}, "did you mean 'wb95/klin'"),
        ("../../etc/passwd.yaml", {}, "there is no scenario"),
        ("/etc/passwd.yaml", {}, "there is no scenario"),
        (KLIN, {"maskign": "off"}, "did you mean 'masking'"),
        (KLIN, {"masking": "perhaps"}, "cannot be"),
        (KLIN, {"masking": ["on"]}, "cannot be"),
    ],
)
def test_games_that_cannot_be(
    service: Service, scenario: str, options: dict[str, object], says: str
) -> None:
    person, _ = service.guest()
    with pytest.raises(Invalid, match=says):
        service.create_game(person, scenario, options)


@pytest.mark.parametrize(
    "settings",
    [{"take_back": "always"}, {"clocks": {}}, {"clock": {"per": "move"}}, {"clock": "fast"}],
)
def test_settings_that_cannot_be(service: Service, settings: dict[str, object]) -> None:
    person, _ = service.guest()
    with pytest.raises(Invalid):
        service.create_game(person, KLIN, settings=settings)


def test_one_person_begins_only_so_many_games(database: Database) -> None:
    service = Service(database, Limits(games_per_person=2))
    person, _ = service.guest()
    first = service.create_game(person, KLIN)
    service.create_game(person, KLIN)
    with pytest.raises(Conflict, match="2 games"):
        service.create_game(person, KLIN)
    service.resign(service.seat(person, first["seats"][0]["id"]))
    service.create_game(person, KLIN)


def test_an_invitation_is_good_for_one_person(service: Service) -> None:
    german, _ = service.guest()
    game = service.create_game(german, KLIN)
    empty = game["seats"][1]["id"]
    old = service.invite(german, empty)
    new = service.invite(german, empty)
    soviet, _ = service.guest()
    with pytest.raises(NotFound, match="invitation"):
        service.join(soviet, old)
    seat = service.join(soviet, new, "Konev")
    assert (seat.id, seat.side, seat.name) == (empty, "soviet", "Konev")
    third, _ = service.guest()
    with pytest.raises(NotFound, match="invitation"):
        service.join(third, new)
    with pytest.raises(Conflict, match="sits there"):
        service.invite(german, empty)


def test_another_persons_seat_and_game_look_like_none(service: Service) -> None:
    table = duel(service)
    stranger, _ = service.guest()
    with pytest.raises(NotFound):
        service.game(stranger, table.game_id)
    with pytest.raises(NotFound):
        service.seat(stranger, table.seats["german"].id)
    with pytest.raises(NotFound):
        service.seat(table.people["soviet"], table.seats["german"].id)
    with pytest.raises(NotFound):
        service.invite(stranger, table.seats["german"].id)
    with pytest.raises(NotFound):
        service.take(stranger, table.seats["german"].id)
    with pytest.raises(Forbidden):
        service.kick(table.people["soviet"], table.seats["german"].id)
    with pytest.raises(NotFound):
        service.game(stranger, "0" * 32)


def test_several_people_play_a_side(service: Service) -> None:
    table = duel(service)
    link = service.invite_many(
        table.people["german"], table.game_id, SeatPlan(side="german", name="staff officer")
    )
    friend, _ = service.guest()
    seat = service.join(friend, link)
    assert service.join(friend, link) == seat  # he sits there already
    assert seat.side == "german"
    assert (
        service.view(seat)["view"]["units"]
        == table.service.view(table.seats["german"])["view"]["units"]
    )
    service.act(seat, NO_MISSIONS, None, "k")
    assert table.told("german")[-1]["event"]["kind"] == "air missions"


def test_a_spectator_sees_a_side_and_does_not_play(service: Service) -> None:
    table = duel(service)
    link = service.invite_many(
        table.people["german"], table.game_id, SeatPlan("spectator", "soviet")
    )
    watcher, _ = service.guest()
    seat = service.join(watcher, link)
    assert service.view(seat)["view"] == service.view(table.seats["soviet"])["view"]
    for wish in (
        lambda: service.act(seat, NO_MISSIONS, None, "k"),
        lambda: service.undo(seat, "k"),
        lambda: service.odds(seat, NO_MISSIONS),
        lambda: service.resign(seat),
        lambda: service.say(seat, "look behind you"),
        lambda: service.offer_draw(seat),
        lambda: service.adjudicate(seat, "german", "I like them"),
    ):
        with pytest.raises(Forbidden):
            wish()


def test_a_spectator_without_a_side_sees_what_lies_open_to_all(service: Service) -> None:
    table = duel(service, TYPHOON, plans=[SeatPlan("umpire")])
    for side in ("soviet", "german"):
        table.act(side, {"do": "ready"}, "1")
    link = service.invite_many(table.people["german"], table.game_id, SeatPlan("spectator"))
    watcher, _ = service.guest()
    seat = service.join(watcher, link)
    assert (seat.side, seat.audience) == (None, PUBLIC)
    service.say(table.seats["german"], "hold the bridge", to_side=True)
    service.instruct(table.seats["soviet"], {"retreat": "stand"}, "2")
    before = service.view(seat)
    table.play(40)
    after = service.view(seat)
    assert after["moment"] > before["moment"]
    view = after["view"]
    assert (view["player"], view["units"], view["decisions"]) == (PUBLIC, {}, [])
    assert (view["standing"], view["waiting_for"]) == ({}, list(service.row(table.game_id).waiting))
    with service.keeper.reading(table.game_id) as (kept, _row):
        every = kept.game.view(None)["units"]
        open_to = [set(kept.game.view(side)["counters"]) for side in table.seats]
        assert view == kept.game.view(PUBLIC)
    assert set(view["counters"]) == open_to[0] & open_to[1]
    told = canonical([after, service.events(seat, limit=2000)])
    assert "hold the bridge" not in told
    assert not [
        name for name in set(every) - set(view["counters"]) if f'"{name}"' in canonical(view)
    ]
    for wish in (
        lambda: service.act(seat, NO_MISSIONS, None, "k"),
        lambda: service.legal(seat),
        lambda: service.why(seat, NO_MISSIONS),
        lambda: service.branch(seat),
        lambda: service.export(seat),
    ):
        with pytest.raises(Forbidden):
            wish()


def test_a_replay_shared_by_who_has_no_side_shows_what_he_saw(service: Service) -> None:
    table = duel(service)
    link = service.invite_many(table.people["german"], table.game_id, SeatPlan("spectator"))
    watcher, _ = service.guest()
    seat = service.join(watcher, link)
    table.play(30)
    token = service.share(seat)
    then = service.view(seat)["view"]
    table.play(10, seed=2)
    told = service.replay(token)
    assert (told["audience"], told["over"]) == (PUBLIC, False)
    last = service.replay_at(token, told["moments"])["view"]
    assert (last["units"], last["player"]) == ({}, PUBLIC)
    assert last["enemy"] == then["enemy"]
    kinds = {item["event"]["kind"] for item in told["events"] if item["type"] == "event"}
    assert "sighting" not in kinds
    service.resign(table.seats["german"])
    assert service.replay(service.share(seat))["audience"] is None


def test_a_player_may_look_on_without_a_side_as_well(service: Service) -> None:
    table = duel(service)
    german, soviet = table.people["german"], table.people["soviet"]
    link = service.invite_many(german, table.game_id, SeatPlan("spectator"))
    assert [service.join(who, link).side for who in (german, soviet)] == [None, None]
    third, _ = service.guest()
    assert service.join(third, link).role == "spectator"


def test_who_plays_against_people_sees_one_side_only(service: Service) -> None:
    table = duel(service)
    german = table.people["german"]
    link = service.invite_many(german, table.game_id, SeatPlan("spectator", "soviet"))
    with pytest.raises(Forbidden, match="more than one side"):
        service.join(german, link)
    for plan in (SeatPlan("umpire", mine=True), SeatPlan(side="soviet", mine=True)):
        with pytest.raises(Forbidden, match="more than one side"):
            service.add_seat(german, table.game_id, plan)
    service.leave(german, table.seats["german"].id)
    assert service.join(german, link).role == "spectator"


PUBLIC_SEAT = SeatPlan("spectator", mine=True)


@pytest.mark.parametrize(
    "looking", [SeatPlan("umpire", mine=True), SeatPlan("spectator", "soviet", mine=True)]
)
def test_nobody_looks_at_the_other_side_and_comes_back(service: Service, looking: SeatPlan) -> None:
    table = duel(service)
    german, seat = table.people["german"], table.seats["german"]
    service.leave(german, seat.id)
    service.take(german, seat.id)
    table.act("german", NO_MISSIONS, "k")
    service.leave(german, seat.id)
    service.take(german, seat.id)  # one may come back, and look on without a side
    service.leave(german, service.add_seat(german, table.game_id, PUBLIC_SEAT).id)
    service.leave(german, seat.id)
    with pytest.raises(Forbidden, match="you have seen another side of this game"):
        service.add_seat(german, table.game_id, SeatPlan(side="soviet", mine=True))
    spied = service.add_seat(german, table.game_id, looking)
    service.leave(german, spied.id)
    with pytest.raises(Forbidden, match="you have seen another side of this game"):
        service.take(german, seat.id)
    with pytest.raises(Forbidden, match="you have seen another side of this game"):
        service.join(german, service.invite(german, seat.id))
    assert service.add_seat(german, table.game_id, looking).person_id == german.id
    told = service.events(table.seats["soviet"])["events"]
    assert german.id not in str(told)


def test_before_anything_is_played_sides_may_be_changed(service: Service) -> None:
    table = duel(service)
    for side in ("german", "soviet"):
        service.leave(table.people[side], table.seats[side].id)
    service.take(table.people["german"], table.seats["soviet"].id)
    link = service.invite(table.people["german"], table.seats["german"].id)
    assert service.join(table.people["soviet"], link).side == "german"


@pytest.mark.parametrize(
    "extra", [SeatPlan("umpire", mine=True), SeatPlan(side="soviet", mine=True)]
)
def test_nobody_is_lured_into_a_game_against_who_sees_both_sides(
    service: Service, extra: SeatPlan
) -> None:
    host, _ = service.guest()
    plans = [SeatPlan(side="german", mine=True), extra, SeatPlan(side="soviet")]
    game = service.create_game(host, KLIN, seats=plans)
    empty = next(s["id"] for s in game["seats"] if not s["taken"])
    link = service.invite(host, empty)
    other, _ = service.guest()
    with pytest.raises(Forbidden, match="sees more than one side"):
        service.join(other, link)
    german = next(s["id"] for s in game["seats"] if s["mine"] and s["side"] == "german")
    service.leave(host, german)
    assert service.join(other, link).side == "soviet"


def test_a_delayed_spectator_sees_the_past(service: Service) -> None:
    table = duel(service)
    link = service.invite_many(
        table.people["german"], table.game_id, SeatPlan("spectator", "german", delay_lines=3)
    )
    watcher, _ = service.guest()
    seat = service.join(watcher, link)
    table.play(12)
    seen = []
    for _ in range(4):
        seen.append(service.view(table.seats["german"])["view"])
        table.play(1, seed=len(seen) + 100)
    late = service.view(seat)
    assert late["view"] == seen[1]  # of four lines since, three are hidden
    assert late["seq"] < service.view(table.seats["german"])["seq"]
    everything = service.events(table.seats["german"])["events"]
    assert service.events(seat)["events"] == everything[: late["seq"]]
    service.resign(table.seats["soviet"])
    assert service.view(seat)["view"] == service.view(table.seats["german"])["view"]


def test_a_delay_is_not_shortened_by_what_the_other_does_unseen(service: Service) -> None:
    table = duel(service)
    plan = SeatPlan("spectator", "german", delay_lines=2)
    link = service.invite_many(table.people["german"], table.game_id, plan)
    seat = service.join(service.guest()[0], link)
    table.play(8)
    shown = service.view(seat)
    for n in range(5):
        service.instruct(table.seats["soviet"], {"retreat": "stand"}, f"unseen {n}")
        service.instruct(table.seats["soviet"], {"retreat": "ask me"}, f"again {n}")
    assert service.view(seat) == shown


def test_a_delay_may_be_counted_in_turns(service: Service) -> None:
    table = duel(service)
    link = service.invite_many(
        table.people["german"], table.game_id, SeatPlan("spectator", "german", delay_turns=1)
    )
    watcher, _ = service.guest()
    seat = service.join(watcher, link)
    while service.row(table.game_id).turn < 3:
        table.play(1, seed=table.lines())
    assert service.view(seat)["view"]["turn"] == 3 - 1 or service.view(seat)["over"]
    with service.keeper.reading(table.game_id) as (kept, _row):
        shown = sum(turn <= 2 for turn in kept.turns)
        assert kept.turns[shown] == 3


def test_the_umpire_sees_all_edits_and_takes_back(service: Service) -> None:
    table = duel(service, plans=[SeatPlan("umpire")])
    german = table.people["german"]
    place = next(s for s in service.seats(table.game_id) if s.role == "umpire")
    judge, _ = service.guest()
    seat = service.join(judge, service.invite(german, place.id))
    units = service.view(seat)["view"]["units"]
    assert {name[:2] for name in units} == {"de", "su"}
    table.act("german", NO_MISSIONS, "k")
    change = {"map": "units", "key": "su-46-cd", "set": {"oos": 1}}
    service.act(seat, {"do": "edit", "changes": [change], "reason": "forgotten"}, None, "k")
    assert service.view(table.seats["soviet"])["view"]["units"]["su-46-cd"]["oos"] == 1
    service.undo(seat, "k2")
    assert service.view(table.seats["soviet"])["view"]["units"]["su-46-cd"]["oos"] == 0
    with pytest.raises(Invalid, match="plays no side"):
        service.act(seat, {"do": "end"}, None, "k3")
    with pytest.raises(Invalid, match="no side"):
        service.adjudicate(seat, "italian", "late")
    assert service.adjudicate(seat, "soviet", "it is late")["winner"] == "soviet"
    assert service.game(german, table.game_id)["winner"] == "soviet"


def test_who_leaves_or_is_sent_away_plays_no_more(service: Service) -> None:
    table = duel(service)
    soviet = table.seats["soviet"]
    service.kick(table.people["german"], soviet.id)
    with pytest.raises(Forbidden, match="no longer yours"):
        service.instruct(soviet, {"air": "no missions"}, "k")
    with pytest.raises(NotFound):
        service.seat(table.people["soviet"], soviet.id)
    kinds = [item["matter"]["kind"] for item in table.told("german") if "matter" in item]
    assert kinds == ["joined", "removed"]
    german = table.seats["german"]
    service.leave(table.people["german"], german.id)
    assert not any(seat.taken for seat in service.seats(table.game_id))


def test_a_listed_game_is_found_and_joined_by_anybody(service: Service) -> None:
    german, _ = service.guest()
    game = service.create_game(german, KLIN, listed=True)
    service.create_game(german, KLIN)
    stranger, _ = service.guest()
    assert [g["id"] for g in service.open_games(stranger)] == [game["id"]]
    seat = service.take(stranger, game["seats"][1]["id"], "Konev")
    assert seat.side == "soviet"
    third, _ = service.guest()
    with pytest.raises(Conflict, match="sits there"):
        service.take(third, game["seats"][1]["id"])
    service.resign(seat)
    assert service.open_games() == []


def test_programs_sit_on_any_seat_and_take_over(service: Service) -> None:
    person, _ = service.guest()
    plans = [
        SeatPlan(side="german", kind="ai", player="random"),
        SeatPlan(side="soviet", mine=True),
    ]
    game = service.create_game(person, KLIN, seats=plans)
    (thinking,) = service.programs_to_move()
    assert (thinking.side, thinking.player) == ("german", "random")
    assert service.people_to_move() == []
    service.act(thinking, NO_MISSIONS, service.decision_id(thinking), "k")
    mine = next(s["id"] for s in game["seats"] if s["mine"])
    taken = service.seat_program(person, mine, "staff")
    assert (taken.kind, taken.player, taken.person_id) == ("ai", "staff", None)
    with pytest.raises(NotFound):
        service.seat(person, mine)
    service.kick(person, mine)
    assert service.take(person, mine).side == "soviet"  # and back again


def test_one_person_plays_both_sides(service: Service) -> None:
    table = solo(service)
    assert table.play(20) == 20
    assert {s.person_id for s in table.seats.values()} == {table.people["german"].id}
    waiting = [(seat.side, row.id) for seat, row in service.people_to_move()]
    assert waiting == [(table.to_act(), table.game_id)]
