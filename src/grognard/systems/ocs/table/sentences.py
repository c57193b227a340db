"""The sentences of the tale: for each kind of event what is said of it, with gaps for its facts."""

from __future__ import annotations

LOUD = frozenset(
    (
        "attack", "overrun", "beach-assault", "combat-result", "eliminated", "sunk", "exploit",
        "air-combat", "air-destroyed", "breakout", "captured", "dump-captured", "oos", "collapse",
        "transport-captured", "weather", "port-hit", "trains-busted", "simulcast", "victory",
        "objective", "surrender", "taken",
    )
)  # fmt: skip
"""What must not be overlooked, besides outcomes of the dice that do something."""
QUIET = {
    "move": "moves",
    "haul": "transport moves",
    "mode": "changes modes",
    "load": "loads",
    "unload": "unloads",
    "supply": "spends supply",
    "internals": "internal stocks change",
    "reinforcements": "reinforcements come",
    "placed": "places what has come",
    "sail": "ships sail",
    "return": "aircraft return",
    "set-up-step": "sets up",
}
"""Routine, of which much happens at a time: told together, with what heads the list."""
AIMS = {"units": "the units in", "base": "the Air Base in", "port": "the port of",
        "ships": "the ships in", "trains": "the railways round"}  # fmt: skip
MISSIONS = {
    "sweep": "a fighter sweep", "hip-shoot": "a hip shoot", "air-barrage": "a bombing",
    "trainbust": "Trainbusting", "air-transport": "air transport", "air-drop": "an air drop",
    "transfer": "a transfer", "xyz-transport": "air transport by three corners",
}  # fmt: skip
MODES = {
    "combat": "Combat Mode", "move": "Move Mode", "reserve": "Reserve", "strat": "Strat Mode",
    "exploit": "Exploitation Mode", "dg": "disorganised",
}  # fmt: skip
PURPOSES = {
    "attack": "an attack", "defence": "a defence", "barrage": "a barrage", "fuel": "fuel",
    "eat": "eating off the map", "refit": "refitting aircraft", "build": "building",
    "rebuild": "rebuilding", "repair": "repairs", "consolidate": "consolidation",
    "internals": "internal stocks", "ship": "ships", "recon": "a look at the enemy",
}  # fmt: skip
AS_TOLD = frozenset(("base", "drop-plan", "hedgehog", "port-hit", "simulcast"))
"""Kinds of event whose own text says it all: there is nothing to name in it."""
SENTENCES: dict[str, tuple[str, ...]] = {
    # ---- the turn
    "order": ("the {first} side goes first",),
    "initiative": ("the {winner} side wins the roll and says who goes first",),
    "weather": ("the weather of this turn: {weather}",),
    "set-up": ("the {side} side is set up",),
    "clean-up": ("{side} Clean Up: DG, Exploitation and fuel markers come off",),
    "taken": ("the {side} side takes {objective} ({hex})",),
    "objective": ("the {side} side holds {objective} in time: {vp} VP",),
    "victory": ("the game is over: {result}",),
    "surrender": ("{unit} in {hex} {end}", "a unit in {hex} {end}"),
    "withdrawal": ("{units} leave the theatre", "{side} units leave the theatre"),
    # ---- moving
    "move": ("{units} {way}",),
    "release": ("{units} released from Reserve in {hexes}", "Reserves released in {hexes}"),
    "reserve-lost": ("contact: the Reserve marker in {hex} comes off",),
    "strat-lost": ("no trace reaches {hex}: the Strat Mode marker comes off",),
    "dg": ("the units in {hex} are disorganised",),
    "box": ("{units} to {to}",),
    "shifted": ("raiders are shifted off the railway, {from} to {to}",),
    "recon": ("recon of {hex}: {count} there", "the enemy scouts {hex}"),
    "breakdown": ("{unit} sends out {breakdowns} in {hex}",),
    "absorbed": ("{unit} takes a Breakdown back in {hex}",),
    # ---- combat
    "attack": ("{side} attack on {target} from {from} with {units}",
               "{side} attack on {target} from {from}"),
    "overrun": ("{side} overrun of {target} from {from} with {units}",
                "{side} overrun of {target} from {from}"),
    "empty-attack": ("{units} walk into the empty hex {target}", "the enemy walks into {target}"),
    "beach-assault": ("{side} assault on the beach of {target} from {from} with {units}",
                      "{side} assault on the beach of {target} from {from}"),
    "defence-supply": ("{side} units defend {how}",),
    "rating": ("{unit} leads, Action Rating {rating}", "{side} Action Rating: {rating}"),
    "terrain": ("the defender stands in {own}",),
    "odds": ("{attack} against {defence}, {odds} in {terrain}: column {column}",),
    "loss": ("{side} loss of {count}: {units}", "{side} loss of {count}"),
    "eliminated": ("{unit} is eliminated in {hex}", "{unit} is eliminated",
                   "a unit of {count} is eliminated in {hex}", "a unit is eliminated in {hex}",
                   "a unit is eliminated"),
    "retreat": ("{units} retreats {way}",),
    "waived": ("{side} units hold {hex}: the attack has spent itself",),
    "advance": ("{units} advances into {hex}",),
    "exploit": ("breakthrough: {units} may exploit", "breakthrough: {side} units may exploit "
                "with Action Ratings of {rating} and more"),
    # ---- capture
    "displaced": ("transport gets away from {from} to {to}",),
    "collapse": ("the Extender in {from} collapses to {to}",),
    "transport-captured": ("{by} units capture {points} points of transport with {amount} in {hex}",
                           "{by} units capture {points} points of transport in {hex}"),
    # ---- supply
    "supply": ("{amount} for {purpose}",),
    "oos": ("{units} in {hex} have neither trace nor food: out of supply",
            "{side} units in {hex} are out of supply"),
    "fuel": ("{hq} in {hex} throws fuel to {unit}",),
    "haul": ("{transport} {way}", "transport {way}"),
    "load": ("{transport} in {hex} load {amount}",),
    "unload": ("{transport} in {hex} unload {amount}",),
    "stow": ("{transport} in {box} now carry {amount}", "{transport} in {box} are empty now"),
    "divide": ("{part} leave the {transport}",),
    "combine": ("{of} join",),
    "extend": ("{transport} in {hex} become an Extender",),
    "contract": ("the Extender in {hex} becomes transport again",),
    "withdraw": ("the Extender in {hex} falls back",),
    "rail": ("by rail {from} to {to}: {units} with {amount}", "by rail {from} to {to}: {units}",
             "by rail {from} to {to}: {amount}", "by rail {from} to {to}: {transport}",
             "a train from {from} to {to}"),
    "converted": ("the track in {hex} is converted to {gauge} gauge",),
    "ship": ("by sea {from} to {to}: {units} with {amount}", "by sea {from} to {to}: {units}",
             "by sea {from} to {to}: {amount}", "by sea {from} to {to}: {transport}",
             "ships sail under Sea Cap from {from} to {to}"),
    # ---- reinforcements
    "reinforcements": ("{units} come in {hex}", "{side} reinforcements in {hex}"),
    "rebuilt": ("{units} rebuilt in {hex}: {count}", "units are rebuilt in {hex}"),
    "exchanged": ("{dead} takes the place of {unit}",),
    "merged": ("{remove} is merged into {keep}",),
    "trucks-rebuilt": ("trucks that carry {amount} are rebuilt in {hex}",),
    "aircraft-rebuilt": ("{planes} rebuilt",),
    "hoarded": ("a replacement ({kind}) was not used at once and is lost",),
    # ---- building
    "base-reduced": ("the Air Base in {hex} falls to level {level}",),
    "port-repaired": ("a hit of the port in {hex} is repaired; {hits} are left",),
    # ---- barrage
    "trains-busted": ("trains busted round {hex}: rails and roads there are slow",),
    # ---- air
    "mission": ("{side} aircraft fly {mission} to {hex}: {aircraft}",
                "{side} aircraft fly {mission} to {hex}: {count}, {top} on top"),
    "interception": ("{aircraft} ({side}) rises to intercept over {hex}",),
    "abort": ("{side} aircraft break off: {aircraft}",),
    "air-loss": ("{aircraft} loses a step", "a {side} aircraft loses a step"),
    "air-destroyed": ("{aircraft} is destroyed", "a {side} aircraft is destroyed"),
    "air-cargo": ("{units} and {amount} arrive in {hex} by air", "{units} arrive in {hex} by air",
                  "{amount} arrive in {hex} by air", "aircraft unload in {hex}"),
    "inactive": ("{base} is too small for {aircraft}, which becomes Inactive",),
    "refit": ("{aircraft} refitted in {hex}", "{aircraft} refitted aboard {carrier}"),
    "transfer": ("{aircraft} lands at {base}",),
    "gliders": ("{points} Glider Points are built in {hex}",),
    "gliders-lost": ("the gliders in {hex} are lost with their base",),
    # ---- sea
    "sail": ("{ships} {way}", "{ship} {way}"),
    "embark": ("{ship} loads {units} in {hex}", "{ship} loads {amount} in {hex}",
               "{ship} loads in {hex}", "landing craft load in {hex}"),
    "disembark": ("{ship} puts {units} ashore in {hex}", "{ship} unloads {amount} in {hex}",
                  "{ship} unloads in {hex}", "landing craft unload in {hex}"),
    "land": ("{units} wade ashore from {ship} in {hex}", "units wade ashore in {hex}"),
    "go-ashore": ("{ship} goes on by land in {hex}",),
    "put-to-sea": ("DUKWs put to sea in {hex}",),
    "deploy-port": ("{ship} is being turned into a port in {hex}",),
    "lst-port": ("{ship} is a port in {hex} now",),
    "split-craft": ("points split off {ship}: {points}",),
    "join-craft": ("{ships} join",),
    "no-target": ("nothing is left to fire at in {hex}",),
    "naval-fire": ("{firers} fire at the ships and guns in {hex}", "fire on the ships in {hex}"),
    "ship-dg": ("{ship} in {hex} is DG",),
    "second-dg": ("{ship} in {hex} is DG already, which makes it a hit",),
    "ship-hit": ("{ship} in {hex} is hit and damaged",),
    "craft-hit": ("{ship} in {hex} loses a point",),
    "sunk": ("{ship} is sunk in {hex}", "{ship} is sunk"),
}  # fmt: skip
"""For each kind of event its sentences, the one that tells most first."""
