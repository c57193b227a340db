"""Supply laid on the map: trace, dumps, throws, Extenders, ports, railways. [12.0] [13.3] [19.0]

Each is what one side has and knows; titles cite the rule and name what cuts a way.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.pieces.stacks import site_at
from grognard.systems.ocs.pieces.values import counter_of, unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import HEXES, SIDES, TOKENS, TRANSPORT
from grognard.systems.ocs.supply import dumps, paying, ports, supply_paths
from grognard.systems.ocs.supply.dumps import amount
from grognard.systems.ocs.supply.obstacles import (
    Cut,
    at,
    extender_cut,
    mp,
    source_cut,
    trace_cut,
    trace_way,
)
from grognard.systems.ocs.supply.paying import Store
from grognard.systems.ocs.supply.supply_fields import DRAW, fields
from grognard.systems.ocs.supply.supply_sources import extender_key, rail_steps
from grognard.systems.ocs.supply.throws import draw_class, throw_field
from grognard.systems.ocs.table import telling
from grognard.systems.ocs.transport.rail import detrainable, gauge_fits
from grognard.systems.ocs.units import MAP, TRUCK
from grognard.table.cards import Tone
from grognard.table.overlays import Laid, Layer, legend


def points_of(tokens: int) -> str:
    """Tokens in Supply Points, as a hex has room for. [3.3(A)]"""
    return str(Fraction(tokens, TOKENS))


# ---- trace


TRACE_LEGEND = legend(
    good="in trace, with its way",
    info="units here would have trace",
    bad="no trace, or what cuts it",
    warn="a source that does not work",
)


def trace(game: Ocs, side: str) -> Laid:
    """Who is in trace and by which way, who is not and what cuts it. [12.6]"""
    layer, net = Layer(game, side), supply_paths.network(game, side)
    for h, what in net.found.hexes.items():
        layer.paint(h, "good", "S", f"12.6a: {what}, {at(game, h)}")
    ok = supply_paths.traced(game, side)
    for h in sorted(stacks.stacks(game).held[side]):
        names = stacks.units_at(game, h)
        lost = [name for name in names if not ok.get(name, True)]
        fed = [name for name in names if ok.get(name)]
        if fed:
            _traced(layer, game, fed[0])
        if lost:
            cut = trace_cut(game, lost[0])
            text = f"{telling.call(game, lost)}: no trace, {cut or ''}"
            layer.paint(h, "bad", "!", text)
            layer.note(h, text)
            _cut(layer, cut)
            if cut is not None and cut.hex >= 0 and cut.hex != h:
                layer.beneath(cut.hex, "bad", "×", str(cut))
    for h in _broken(game, side):
        layer.beneath(h, "warn", "S", str(source_cut(game, side, h)))
    drawn, thrown = net.drawn(TRUCK).bits, net.throws.bits
    sea = game.scenario.ground.sea
    for h in range(game.board.n):
        if not sea[h] and (drawn[h] or thrown[h] & net.active):
            layer.beneath(h, "info")
    return layer.laid(TRACE_LEGEND, "every unit has trace [12.6]")


def _traced(layer: Layer, game: Ocs, name: str) -> None:
    """The way of a unit's trace, from the source to it; none where it stands on the source."""
    found = trace_way(game, name)
    if found is not None:
        by = f" by {telling.call(game, [found.via])}" if found.via else ""
        title = f"{telling.call(game, [name])}: {found.what} in {at(game, found.path[0])}{by}"
        layer.line(found.path, "good", f"{found.rule}: {title}")


def _cut(layer: Layer, cut: Cut | None) -> None:
    """The best way that there would be, as far as it is drawn at all."""
    if cut is not None:
        layer.line(cut.path, "bad", str(cut))


def _broken(game: Ocs, side: str) -> list[int]:
    """The sources that the game lists and that do not work now. [12.6b]"""
    listed = [source.hex for source in game.scenario.sources if source.side == side]
    listed += [h for h, port in game.scenario.ports.items() if side in port.source_for]
    working = supply_paths.sources(game, side).hexes
    return sorted(h for h in set(listed) if h not in working)


# ---- dumps


DUMP_LEGEND = legend(
    good="a dump, with its Supply Points",
    info="within a draw of a dump, five truck points",
    warn="a dump without a combat unit to guard it",
)


def dump_ranges(game: Ocs, side: str) -> Laid:
    """Dumps with their stock, and from where each can be drawn on. [12.1b] [12.3a]"""
    layer, index = Layer(game, side), fields(game)
    piles = _piles(game, side)
    within: dict[int, list[int]] = {}
    for h in piles:
        for b in index.toward(side, h).served:
            within.setdefault(b, []).append(h)
    names = {h: at(game, h) for h in piles}
    tokens = {h: sum(store.tokens for store in found) for h, found in piles.items()}
    sea = game.scenario.ground.sea
    for h, found in piles.items():
        _pile(layer, game, side, h, found)
    for h, near in within.items():
        if h not in piles and not sea[h]:
            total = sum(tokens[d] for d in near)
            listed = ", ".join(names[d] for d in near[:4]) + ", …" * (len(near) > 4)
            layer.paint(h, "info", "", f"12.3a: units here can draw {amount(total)} from {listed}")
    layer.notes.append(f"{amount(sum(tokens.values()))} in {len(piles)} dumps [12.1b]")
    afloat = sum(store.tokens for store in paying.stores(game, side) if store.afloat)
    if afloat:
        layer.notes.append(f"{amount(afloat)} aboard landing craft, for those beside them [12.3c]")
    return layer.laid(DUMP_LEGEND)


def _piles(game: Ocs, side: str) -> dict[int, list[Store]]:
    found: dict[int, list[Store]] = {}
    for store in paying.stores(game, side):
        if not store.afloat:
            found.setdefault(store.hex, []).append(store)
    return found


def _pile(layer: Layer, game: Ocs, side: str, h: int, found: Iterable[Store]) -> None:
    """One dump: what lies on the ground, what is loaded, and whether anybody guards it."""
    parts = dumps.parts(game, h, side)
    loads = {key: n for key, n in parts.items() if key != dumps.GROUND}
    words = [f"{amount(parts[dumps.GROUND])} on the ground"] if dumps.GROUND in parts else []
    words += [f"{amount(n)} on {telling.call(game, [key])}" for key, n in loads.items()]
    tokens = sum(store.tokens for store in found)
    bare = stacks.holder(game, h) != side
    danger = "; no combat unit guards it [9.14b]" if bare else ""
    title = f"12.1b: {at(game, h)}, {' and '.join(words)}{danger}"
    layer.paint(h, "warn" if bare else "good", points_of(tokens), title)


# ---- headquarters


THROW_LEGEND = legend(
    good="a headquarters that throws, and what it draws",
    info="within the throw of a headquarters",
    bad="a headquarters that has nothing to throw",
)


def throws(game: Ocs, side: str) -> Laid:
    """How far headquarters throw, and from which dumps they draw. [12.3b]"""
    layer, index = Layer(game, side), fields(game)
    reached: dict[int, list[str]] = {}
    for hq, unit in sorted(index.hqs[side].items()):
        field, called = throw_field(game, hq), telling.call(game, [hq])
        most = field.key.budget
        if not most:
            text = f"{called} throws nothing in {unit.mode} mode [12.3b(A)]"
            layer.paint(unit.hex, "bad", "HQ", f"12.3b(A): {text}")
            layer.note(unit.hex, text)
            continue
        for b in field.served:
            if not game.scenario.ground.sea[b]:
                reached.setdefault(b, []).append(called)
        drawn = _draws(game, side, hq)
        total = sum(tokens for tokens, _, _ in drawn.values())
        text = f"{called} throws {mp(most)} by {field.key.move} and can draw {amount(total)}"
        old = layer.paints.get(unit.hex)
        title = f"12.3b: {text}" if old is None else f"{old.title}; {text}"
        layer.paint(unit.hex, "good" if total else "bad", "HQ", title)
        layer.note(unit.hex, f"{text} [12.3b]")
        for h, (tokens, path, cost) in drawn.items():
            way = dict.fromkeys((h, *reversed(path), unit.hex))
            title = f"12.3a: {called} draws {amount(tokens)} from {at(game, h)}, {mp(cost)}"
            layer.line(way, "good", title, arrow=True)
    for h, names in reached.items():
        layer.beneath(h, "info", "", f"12.3b: {', '.join(names)} can throw here")
    return layer.laid(THROW_LEGEND, "no headquarters on the map")


def _draws(game: Ocs, side: str, hq: str) -> dict[int, tuple[int, tuple[int, ...], int]]:
    """The dumps a headquarters can draw on: tokens, the way, what it counts. [12.3b]"""
    h = unit_of(game, hq).hex
    field = fields(game).outward(side, h, draw_class(game, (hq,)), DRAW)
    found: dict[int, tuple[int, tuple[int, ...], int]] = {}
    for d, pile in _piles(game, side).items():
        own = [s for s in pile if s.formation in ("", counter_of(game, hq).formation)]
        if own and d in field.served:
            path, cost = field.way(d, game.board.around(d))
            found[d] = sum(store.tokens for store in own), path, cost
    return found


# ---- Extenders


EXTENDER_LEGEND = legend(
    good="an Extender at work, and its link",
    info="within its range: where its source, or the next, may be",
    bad="an Extender that is linked to nothing",
)


def extenders(game: Ocs, side: str) -> Laid:
    """Extenders with their ranges, what each is linked to, or what cuts it. [12.7]"""
    layer, links = Layer(game, side), supply_paths.sources(game, side).links
    for key, found in sorted(game.state[TRANSPORT].items()):
        if not found.extender or found.side != side or found.place != MAP:
            continue
        reach = extender_key(game, side, found.hex, found.kind)
        field, called = fields(game).field(reach), f"{found.kind} Extender"
        title = f"12.7b: within {mp(reach.budget)} of the {called} in {at(game, found.hex)}"
        for b in (b for b in field.served if not game.scenario.ground.sea[b]):
            layer.beneath(b, "info", "", title)
        if key in links:
            goal = links[key]
            text = f"{called}, range {mp(reach.budget)}, linked to {at(game, goal)}"
            layer.paint(found.hex, "good", "E", f"12.7: {text}")
            path, _ = field.way(goal, game.board.around(goal))
            way = dict.fromkeys((found.hex, *path, goal))
            layer.line(reversed(way), "good", f"12.7b: {text}")
        else:
            cut = extender_cut(game, side, found.hex)
            text = str(cut)
            layer.paint(found.hex, "bad", "E", text)
            _cut(layer, cut)
        layer.note(found.hex, text)
    return layer.laid(EXTENDER_LEGEND, "no Extender on the map")


# ---- ports


PORT_LEGEND = legend(
    good="a port that is a source of trace supply",
    info="a friendly port that is none",
    warn="a friendly port shut by zones, or wrecked",
    bad="an enemy port",
    plain="nobody's port",
)


def port_marks(game: Ocs, side: str) -> Laid:
    """Ports with what they handle and their hits, and which are sources. [19.0]"""
    layer = Layer(game, side)
    afloat = [h for h in range(game.board.n) if site_at(game, h).lst_port]
    for h in sorted({*game.scenario.ports, *afloat}):
        owner, now = ports.owner(game, h), ports.capacity(game, h)
        port = game.scenario.ports.get(h)
        hits = site_at(game, h).hits
        full = port.capacity if port is not None else now
        name = port.name if port is not None else "LST"
        state: list[str] = []
        tone: Tone = "plain" if not owner else "bad"
        if owner == side:
            tone = "info"
            if ports.sea_trace(game, side, h):
                tone = "good"
                state.append("a source of trace supply [19.0e]")
            elif ports.shut(game, h, side):
                tone = "warn"
                state.append("shut down by enemy zones [19.0a]")
            elif now < TOKENS:
                tone = "warn"
                state.append("wrecked [19.0b]")
            left = ports.available(game, h, side)
            if left != now:
                state.append(f"{amount(left)} left in this phase")
        elif owner:
            state.append("in enemy hands")
        damage = f", {hits} hit{'s' * (hits != 1)}" if hits else ""
        text = f"{name} handles {amount(now)} of {amount(full)}{damage}"
        text = "; ".join([text, *state])
        layer.paint(h, tone, points_of(now), f"19.0a: {text}")
        if tone != "plain":
            layer.note(h, text)
    limits, used = game.scenario.limits[side], game.state[SIDES][side].sea_used
    if limits.sea_cap:
        said = f"Sea Cap {amount(limits.sea_cap)}, {amount(used)} of it used [19.0f(D)]"
        layer.notes.append(said)
    return layer.laid(PORT_LEGEND)


# ---- railways


RAIL_LEGEND = legend(
    good="carries trace supply",
    info="a station where cargo can be loaded",
    bad="cut: enemies, zones, the wrong gauge",
    plain="a railway that leads to no source",
    warn="trains busted",
)


def railways(game: Ocs, side: str) -> Laid:
    """Railways that carry supply, where they are cut, and where trains were busted. [13.3]"""
    layer, carrying = Layer(game, side), supply_paths.sources(game, side).rails
    track = rail_steps(game)
    for way in strands(track, carrying):
        layer.line(way, "good", "12.6a(2): carries trace supply")
    for way in strands(track, frozenset(track) - carrying):
        layer.line(way, "plain", "leads to no source now")
    for h in detrainable(game, side):
        layer.paint(h, "info", "", f"13.3c: cargo can be loaded and unloaded in {at(game, h)}")
    for h in sorted(track):
        edge = not carrying or not carrying.isdisjoint(track[h])  # where it breaks off, not beyond
        why = _rail_barred(game, side, h) if edge and h not in carrying else ""
        if why:
            layer.paint(h, "bad", "×", why)
            layer.notes.append(why)
    for h, status in game.state[HEXES].items():
        if status.busted:
            by = game.scenario.nations[status.busted]
            title = f"14.8: {by} aircraft have busted trains here, until the next Clean Up"
            layer.paint(h, "warn", "TB", title)
    limits, used = game.scenario.limits[side], game.state[SIDES][side].rail_used
    if limits.rail_cap:
        spent = str(Fraction(used, 4 * TOKENS))
        layer.notes.append(f"Rail Cap {amount(limits.rail_cap)}, {spent} SP of it used [13.3b]")
    layer.notes = layer.notes[:12]
    return layer.laid(RAIL_LEGEND)


def _rail_barred(game: Ocs, side: str, h: int) -> str:
    """What closes the track in a hex to a side; empty if nothing does. [13.3f] [4.5a(D)]"""
    index = fields(game)
    if index.foes[side][h]:
        return f"13.3f: the enemy stands on the track in {at(game, h)}"
    if index.zone(side, h, index.rails_negated):
        return f"4.5a(D): an enemy zone of control lies on the track in {at(game, h)}"
    if not gauge_fits(game, side, h):
        return f"13.3f: the track in {at(game, h)} has another gauge"
    return ""


def strands(track: Mapping[int, tuple[int, ...]], hexes: frozenset[int]) -> list[tuple[int, ...]]:
    """Railways among some hexes as few long lines: each runs on until it forks or ends."""
    ahead = {h: [b for b in track[h] if b in hexes] for h in sorted(hexes & set(track))}
    left = {(a, b) for a in ahead for b in ahead[a]}
    found = []

    def follow(a: int, b: int) -> tuple[int, ...]:
        way = [a, b]
        left.discard((a, b))
        left.discard((b, a))
        while len(ahead[way[-1]]) == 2:
            onward = [c for c in ahead[way[-1]] if (way[-1], c) in left]
            if not onward:
                break
            left.discard((way[-1], onward[0]))
            left.discard((onward[0], way[-1]))
            way.append(onward[0])
        return tuple(way)

    ends = [h for h in ahead if len(ahead[h]) != 2]
    for a in (*ends, *ahead):
        for b in ahead[a]:
            if (a, b) in left:
                found.append(follow(a, b))
    return found
