"""A scenario of one's own, as small as one can be: a regiment, a gun, a river, a town."""

from __future__ import annotations

MAP = """\
grognard map 1
name: ford
title: The ford
layout: 4 rows, 5 columns, pointy, odd rows right
numbering: RRCC
hexside kinds: river bridge
link kinds: main secondary

legend:
  . clear
  f forest
  T town

terrain:
  01  . . . . .
  02   . f . T .
  03  . . . f .
  04   . . . . .

sides:
  river Ruza: 0103/0203 0202/0203
  bridge: 0202/0203

links:
  main Highway: 0201 0202 0203 0204 0205

exits:
  main: 0201 0205

places:
  town Dorokhovo: 0204
"""
COUNTERS = """\
id,side,nation,name,formation,parent,type,size,move,cels,stars,traits,organic,source,note
g1,german,German,1/9,9,,INF,R,foot,3:4/2:4,,,,house,
g2,german,German,2/9,9,,INF,R,foot,3:4/2:4,,,,house,
gun,german,German,IX,,,ART,unit,trucked,"5,3:6",,towed,,house,
s1,soviet,Soviet,32 INF,,,INF,D,foot,5:4/3:4,white:1,guards,,house,
"""
SCENARIO = """\
id: wb95/klin
system: wb95
title: The ford
map: ford
counters: ford-counters.csv
start: 1941-11-15
turns: 3
sides: {german: {nation: German}, soviet: {nation: Soviet}}
initiative: german
areas: {town: ["0204"]}
supply:
  german: [{edge: west}]
  soviet: [{edge: east}]
fortified: [soviet]
setup:
  - {hex: "0202", units: [g1]}
  - {hex: "0302", units: [gun]}
  - {hex: "0204", units: [s1], cel_loss: {s1: 1}}
entry_zones:
  german: [{id: highway, hexes: ["0201"]}]
reinforcements:
  - {turn: 2, zone: highway, units: [g2]}
victory:
  points:
    side: german
    objectives: [{whole: town, vp: 5}]
  scale:
    - {min: 0, max: 4, winner: soviet, degree: victory}
    - {min: 5, max: null, winner: german, degree: victory}
"""
FILES = {"ford.yaml": SCENARIO, "ford.map": MAP, "ford-counters.csv": COUNTERS}
"""It calls itself by the name of one that ships, which helps it nothing."""
LAUGHS = "a0: &a0 [ha, ha, ha, ha, ha, ha, ha, ha, ha]\n" + "".join(
    f"a{n + 1}: &a{n + 1} [{', '.join([f'*a{n}'] * 9)}]\n" for n in range(9)
)
"""A billion of them, in ten lines."""


def changed(old: str, new: str, name: str = "ford.yaml") -> dict[str, str]:
    """The files with something else in one of them."""
    assert old in FILES[name]
    return {**FILES, name: FILES[name].replace(old, new)}


def on_moscow(name: str = "moscow-1941") -> dict[str, str]:
    """The same on a map that ships."""
    text = SCENARIO.replace("map: ford", f"map: {name}")
    for hex_, there in {"0202": "2013", "0302": "2012", "0204": "2016", "0201": "2001"}.items():
        text = text.replace(f'"{hex_}"', f'"{there}"')
    return {"ford.yaml": text, "ford-counters.csv": COUNTERS}
