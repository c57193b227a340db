"""The network of a way of going, when bridges come and go. [7.2.0] [7.10.2]"""

from __future__ import annotations

import random

import pytest

from grognard import library
from grognard.systems.goss.halts.crossings import Lay
from grognard.systems.goss.movement.allowance import ANY, LEG, OFF, ROAD
from grognard.systems.goss.movement.network import Kind, _Builder, network


@pytest.mark.rule("goss", "7.10.2")
@pytest.mark.parametrize("gait", [LEG, OFF, ROAD])
def test_a_network_with_other_bridges_is_that_of_a_map_with_these(gait: str) -> None:
    scenario = library.find_scenario("goss/skyline-drive", {})[1]
    ground, rng = scenario.ground, random.Random(3)
    kind = Kind(gait, ANY, "axis")
    bridges, wet = sorted(ground.bridges), [k for k, water in enumerate(ground.waters) if water]
    ruined = frozenset({next(h for h, side in enumerate(ground.fortified) if side == "axis")})
    for ruins in (frozenset[int](), ruined):
        down, full = (frozenset(rng.sample(bridges, len(bridges) // 2)) for _ in range(2))
        keys = [k for k in rng.sample(wet, 60) if k == ground.side_key(*ground.side_hexes(k))]
        lay = Lay(down, dict.fromkeys(keys, "trail"), full, ruins)
        before = network(ground, Lay(ruined=ruins), kind)
        found = network(ground, lay, kind)
        fresh = _Builder(ground, lay, kind).built()[1]
        assert (found.steps, found.more) == (fresh.steps, fresh.more)
        assert found.steps.flat()[1].tolist() == fresh.steps.flat()[1].tolist()
        assert found != before
        assert network(ground, Lay(ruined=ruins), kind) == before, "and back again"
