"""What proves OCS: positions and scenes made by chance, twins, and laws of its own."""

from grognard.kit.proof import Pace, Proof
from grognard.systems.ocs.proof import laws, positions, veil

PROOF = Proof(
    positions.game,
    veil.VEIL,
    Pace(every=20, games=200, actions=250),
    laws.Watch,
    scenarios={
        "catania-plain": Pace(60, patience=3),
        "husky": Pace(1000, patience=1),
        "husky-landing": Pace(500, patience=2),
    },
)
