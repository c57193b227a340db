"""The map of a game: terrain, hexsides, roads, places and boxes, and search over them."""

from grognard.board.board import Board, BoardError, Box, Course, Place
from grognard.board.draft import Draft
from grognard.board.mapfile import load, read
from grognard.board.mapwriter import dump
from grognard.board.overlay import apply_overlay
from grognard.board.search import Adjacency, path_to, reach, reach_paths, spread
from grognard.board.sketch import generate, sketch
from grognard.board.text import MapError
from grognard.board.window import window

__all__ = [
    "Adjacency",
    "Board",
    "BoardError",
    "Box",
    "Course",
    "Draft",
    "MapError",
    "Place",
    "apply_overlay",
    "dump",
    "generate",
    "load",
    "path_to",
    "reach",
    "reach_paths",
    "read",
    "sketch",
    "spread",
    "window",
]
