"""The phase of detection in the sequence of play. [21.3]"""

from __future__ import annotations

from grognard.kit.turn import Part
from grognard.systems.nextwar.detection.electronic import electronic_detection
from grognard.systems.nextwar.scenario import Nw

ELECTRONIC_DETECTION: Part[Nw] = Part(
    "electronic-detection", "Electronic Detection Phase", "21.3", begins=[electronic_detection]
)
