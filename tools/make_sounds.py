"""Make the sounds of the table: dice on wood, counters that are pushed. Ours, from noise and seed.

python tools/make_sounds.py [folder]
"""

from __future__ import annotations

import math
import random
import sys
import wave
from array import array
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "web" / "src" / "playback" / "sounds"
RATE = 16_000
LOUD = 20_000


def knock(chance: random.Random, pitch: float, seconds: float) -> list[float]:
    """Something small and hard on wood: a short ring in a puff of noise."""
    length = int(RATE * seconds)
    return [
        math.exp(-9 * n / length)
        * (math.sin(2 * math.pi * pitch * n / RATE) + 0.7 * chance.uniform(-1, 1))
        for n in range(length)
    ]


def dice(chance: random.Random) -> list[float]:
    """Two dice that fall, bounce, and come to rest."""
    sound = [0.0] * int(RATE * 0.62)
    at, force = 0.0, 1.0
    while at < 0.5:
        struck = knock(chance, chance.uniform(900, 1900), 0.07)
        _add(sound, struck, at, force)
        at += chance.uniform(0.02, 0.09)
        force *= 0.86
    return sound


def march(chance: random.Random) -> list[float]:
    """A counter pushed over the map: soft noise that swells and goes, and a click as it is laid."""
    length = int(RATE * 0.34)
    sound, last = [], 0.0
    for n in range(length):
        last += 0.16 * (chance.uniform(-1, 1) - last)
        sound.append(1.6 * last * math.sin(math.pi * n / length) ** 2)
    _add(sound, knock(chance, 520, 0.05), 0.28, 0.5)
    return sound


def _add(sound: list[float], part: Sequence[float], at: float, force: float) -> None:
    for n, value in enumerate(part, int(RATE * at)):
        if n < len(sound):
            sound[n] += force * value


def write(path: Path, sound: Sequence[float]) -> None:
    """A sound as a file, as loud as the others."""
    most = max(abs(value) for value in sound)
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(array("h", (int(LOUD * value / most) for value in sound)).tobytes())


def main(folder: Path = FOLDER) -> None:
    """Make them all."""
    folder.mkdir(parents=True, exist_ok=True)
    for make in (dice, march):
        write(folder / f"{make.__name__}.wav", make(random.Random(1941)))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
