"""Standing answers: for each question that may interrupt the enemy's turn, what may be left."""

from __future__ import annotations

from grognard.kit.setup import AS_PRINTED, SET_UP
from grognard.systems.ocs.air import (
    air_combat,
    bases,
    carriers,
    drop_plans,
    flak,
    interception,
    loads,
)
from grognard.systems.ocs.combat import (
    advance,
    capture_transport,
    combat,
    combat_supply,
    outcome,
    retreat,
)
from grognard.systems.ocs.modes import reserves
from grognard.systems.ocs.movement import breakdowns
from grognard.systems.ocs.naval import beach_assault, ship_fire
from grognard.systems.ocs.optional import columns, raiders
from grognard.systems.ocs.pieces import losses, stacking
from grognard.systems.ocs.transport import collapse
from grognard.systems.ocs.turn import pre_turn

STANDING_POLICIES: dict[str, tuple[str, ...]] = {
    pre_turn.WHO_FIRST: ("always first", "always second"),
    pre_turn.AGREE: ("agree", "decline"),
    bases.RETURN: ("where they came from",),
    bases.CROWDED: ("weakest first",),
    air_combat.ABORT: ("stay",),
    air_combat.ATTACKS: ("best first",),
    air_combat.DEFENDS: ("best first",),
    interception.INTERCEPT: ("never", "best fighter"),
    stacking.OVERSTACKED: ("smallest first",),
    losses.LOSSES: (losses.CHEAPEST, losses.SPREAD),
    capture_transport.GIVEN_UP: ("regular first", "organic first"),
    capture_transport.DISPLACE: ("nearest friends", "farthest"),
    collapse.COLLAPSE: ("nearest",),
    ship_fire.AIM: (ship_fire.MASS,),
    flak.LOSS: ("least loss",),
    loads.TOKEN_LOST: ("units first",),
    drop_plans.BEFORE: ("no plans",),
    carriers.DECKS: ("first two",),
    reserves.MARKERS: ("first hexes",),
    breakdowns.ABSORB: ("first divisions",),
    SET_UP: (AS_PRINTED,),
    advance.ADVANCE: (advance.ALL, advance.NOBODY),
    combat_supply.DEFENCE_SUPPLY: (combat_supply.PAY, combat_supply.WITHHOLD),
    retreat.RETREAT: (retreat.SAFEST, retreat.ALONE),
    outcome.OPTION: (outcome.CHEAPEST, outcome.RETREAT, outcome.LOSSES),
    combat.ATTACK_RATING: (combat.BEST_RATING,),
    combat.DEFENCE_RATING: (combat.BEST_RATING,),
    combat.TERRAIN: (combat.BEST_TERRAIN,),
    beach_assault.MEET: (beach_assault.ASSAULT, beach_assault.LANDING),
    columns.JAM: ("smallest first",),
    raiders.GODZILLA: ("agree", "decline"),
    raiders.CHECK: ("every line", "none"),
    raiders.SHIFT: ("nearest hex",),
}
IN_OWN_TIME = frozenset(
    {
        SET_UP, pre_turn.WHO_FIRST, pre_turn.AGREE, drop_plans.BEFORE, reserves.MARKERS,
        advance.ADVANCE, ship_fire.AIM, combat.ATTACK_RATING, raiders.GODZILLA,
    }
)  # fmt: skip
"""The questions among them that one is asked in one's own turn, or before anybody's."""
