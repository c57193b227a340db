"""What proves Next War: positions made by chance, twins, and laws of its own."""

from grognard.kit.proof import Pace, Proof
from grognard.systems.nextwar.proof import laws, positions, veil

PROOF = Proof(
    positions.game,
    veil.VEIL,
    Pace(every=20, games=200, actions=250),
    laws.Watch,
    scenarios={
        "chorwon": Pace(60, patience=2),
        "seoul": Pace(400, patience=1),
        "korea": Pace(1500),
        "korea-buildup": Pace(1500),
        "korea-surprise": Pace(1500),
        "korea-advanced": Pace(1500),
    },
    variants={"korea-advanced": ("nextwar/korea", {"game": "advanced"})},
)
