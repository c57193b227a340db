"""What proves WB-95: positions made by chance, and twins that a player cannot tell apart."""

from grognard.kit.proof import Pace, Proof
from grognard.systems.wb95.proof import positions, veil

PROOF = Proof(
    positions.game,
    veil.VEIL,
    Pace(every=12, games=500, actions=250),
    scenarios={"klin": Pace(10), "red-snow": Pace(150), "typhoon": Pace(400)},
)
