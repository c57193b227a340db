"""What the chapter of weather puts into the sequence of play. [19.1.0]"""

from __future__ import annotations

from grognard.systems.goss.turn import phases
from grognard.systems.goss.turn.chapter import Chapter
from grognard.systems.goss.weather.determining import determine

PLAY = Chapter("weather", begins={phases.WEATHER: [determine]})
