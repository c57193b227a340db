"""What proves GOSS: positions, made by hand in a line or by chance; twins; laws of its own."""

from grognard.kit.proof import Pace, Proof
from grognard.systems.goss.proof import chance, laws, veil

PROOF = Proof(
    chance.game,
    veil.VEIL,
    Pace(every=20, games=200, actions=250),
    laws.Watch,
    scenarios={
        "skyline-drive": Pace(60, patience=1),
        "st-vith": Pace(500),
        "wacht-am-rhein": Pace(2500),
    },
)
