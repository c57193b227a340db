"""A real Ray cluster of several nodes, one of which is killed: every game comes back, once."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from grognard.lab.batch import play_all
from grognard.lab.cluster import ALONE, RayCluster, ray_with
from grognard.lab.executor import Here, Order
from grognard.lab.ledger import Ledger
from grognard.lab.simulate import Match

CORES = {"object_store_memory": 80 << 20, "include_dashboard": False, "include_log_monitor": False}
QUICK = {"health_check_period_ms": 500, "health_check_timeout_ms": 2000,
         "health_check_failure_threshold": 2, "health_check_initial_delay_ms": 1000}  # fmt: skip
"""A dead node is to be noticed within seconds."""


IMPATIENT = {"RAY_gcs_server_request_timeout_seconds": "20"}
"""Or it tries for minutes where it cannot start."""


@pytest.fixture
def cluster() -> Iterator[Any]:
    """A head that plays nothing, and two nodes of one core."""
    before = dict(os.environ)
    with tempfile.TemporaryDirectory(prefix="ray", ignore_cleanup_errors=True) as folder:
        ray = ray_with(ALONE, IMPATIENT, {"RAY_TMPDIR": folder})  # for its sockets, a short path
        utils, found = import_module("ray.cluster_utils"), None
        try:
            try:
                head = {"num_cpus": 0, "_system_config": QUICK, **CORES}
                found = utils.Cluster(initialize_head=True, head_node_args=head)
                nodes = [found.add_node(num_cpus=1, **CORES) for _ in range(2)]
                ray.init(address=found.address, log_to_driver=False, logging_level="ERROR")
            except Exception as error:
                pytest.skip(f"Ray cannot start here: {error}")
            yield found, nodes
        finally:
            ray.shutdown()
            if found is not None:
                found.shutdown()
            os.environ.clear()
            os.environ.update(before)


def test_a_killed_node_and_a_killed_worker_lose_no_game(cluster: Any, tmp_path: Path) -> None:
    nodes, (_, doomed) = cluster
    dead = tmp_path / "dead"
    dead.mkdir()
    players = (f"tests.lab.deadly:Deadly?folder={dead}&of=4", "random")
    match = Match("wb95/klin", players, "7", lenient=True)
    orders = [Order(match, number) for number in range(16)]
    came = []
    with Ledger(tmp_path / "games.jsonl", match) as ledger:
        crew = RayCluster("auto")
        assert crew.slots() == 2
        for order, result in play_all(orders, crew, ledger):
            came.append((order, result.to_json()))
            if len(came) == 3:
                nodes.remove_node(doomed, allow_graceful=False)
    assert sorted(order.number for order, _ in came) == list(range(16)), "each exactly once"
    assert list(dead.iterdir()), "no worker was killed"
    assert dict(came) == {o: r.to_json() for o, r in play_all(orders, Here())}
    kept = Ledger(tmp_path / "games.jsonl", replace(match))
    assert all(kept.known(order) is not None for order in orders)
    kept.close()
