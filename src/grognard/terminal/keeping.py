"""Keeping the game: every action goes into a file as it is played, so that nothing is lost.

The file is named after the scenario, or is the one the game was loaded from. Another game's file is
never written over.
"""

from __future__ import annotations

import json
from pathlib import Path

from grognard.engine.saving import Recorder
from grognard.table.tabletop import AnyGame


class Keeper:
    """Records a game from its first action on.

    `resume` are the words that must be said besides the file to sit down at the same place again.
    """

    def __init__(
        self,
        game: AnyGame,
        path: Path | None = None,
        folder: Path | None = None,
        resume: str = "",
    ) -> None:
        self.game, self.path, self.folder = game, path, folder or Path()
        self.resume = resume
        self.trouble = ""
        self._recorder: Recorder | None = None

    def begin(self) -> None:
        """Record from now on, if that has not begun; where nothing can be written, say so once."""
        if self._recorder is not None or self.trouble:
            return
        try:
            path = self.path or self._claim()
            self._recorder, self.path = Recorder(self.game, path), path
        except OSError as error:
            self.trouble = f"this game is not being kept: {error.strerror or error}"

    def _claim(self) -> Path:
        """A new file with a free name."""
        stem = self.game.scenario.id.rpartition("/")[2]
        number = 1
        while True:
            path = self.folder / (f"{stem}.grog" if number == 1 else f"{stem}-{number}.grog")
            try:
                path.open("x").close()
                return path
            except FileExistsError:
                number += 1

    def copy(self, path: Path) -> None:
        """Save a copy under another name; a file that is not this game stays as it is."""
        if path.exists() and not self._same_game(path):
            raise FileExistsError(f"{path.name} holds something else; name another file")
        if self.path is not None and path.resolve() == self.path.resolve():
            return
        self.game.save(path)

    def _same_game(self, path: Path) -> bool:
        """Whether a file holds this very game: its dice were committed to alike."""
        try:
            head = json.loads(path.read_text(encoding="ascii").partition("\n")[0])
        except (OSError, ValueError):
            return False
        return isinstance(head, dict) and head.get("commitment") == self.game.commitment

    def end(self) -> str:
        """Stop recording; say where the game is, and how to go on with it."""
        if self._recorder is None:
            return self.trouble
        self._recorder.close()
        self._recorder = None
        if self.game.over:
            return f"kept in {self.path}: grognard replay {self.path} tells it again"
        return f"kept in {self.path}: go on with grognard play {self.path}{self.resume}"
