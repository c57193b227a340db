"""Directions, distance, rings and lines on the bare grid."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.hexes import axial

at = st.tuples(st.integers(-40, 40), st.integers(-40, 40))
orientation = st.sampled_from(["pointy", "flat"])


@given(at, st.integers(0, 5), orientation)
def test_the_opposite_direction_leads_back(here, way, top):
    there = axial.neighbour(here, way, top)
    assert axial.direction(here, there, top) == way
    assert axial.neighbour(there, axial.opposite(way), top) == here


@given(at, at, at)
def test_distance_is_a_metric(a, b, c):
    assert axial.distance(a, a) == 0
    assert axial.distance(a, b) == axial.distance(b, a)
    assert (axial.distance(a, b) == 0) == (a == b)
    assert axial.distance(a, c) <= axial.distance(a, b) + axial.distance(b, c)


@given(at, st.integers(0, 6))
def test_rings_and_disks_hold_just_what_their_distance_says(centre, radius):
    ring = axial.ring(centre, radius)
    assert len(set(ring)) == len(ring) == (6 * radius or 1)
    assert {axial.distance(centre, b) for b in ring} == {radius}
    disk = axial.disk(centre, radius)
    assert len(set(disk)) == len(disk) == 1 + 3 * radius * (radius + 1)


@given(at, st.integers(1, 5))
def test_a_ring_goes_round_without_a_jump(centre, radius):
    ring = axial.ring(centre, radius)
    assert all(axial.distance(a, b) == 1 for a, b in zip(ring, ring[1:] + ring[:1], strict=True))


def test_a_ring_has_no_negative_radius():
    with pytest.raises(ValueError, match="0 or more, not -1"):
        axial.ring((0, 0), -1)


@given(at, at)
def test_a_line_joins_its_ends_step_by_step_and_is_the_same_from_both(a, b):
    line = axial.line(a, b)
    assert line[0] == a
    assert line[-1] == b
    assert len(line) == axial.distance(a, b) + 1
    assert all(axial.distance(c, d) == 1 for c, d in pairwise(line))
    assert axial.line(b, a) == line[::-1]


@given(at, at)
def test_a_line_keeps_as_near_to_the_straight_as_hexes_can(a, b):
    """Squared distance to the exact point, in whole numbers, beaten by no other hex."""
    steps = axial.distance(a, b) or 1
    for done, choice in enumerate(axial.line_choices(a, b)):
        far = [_gap(a, b, done, steps, hex_) for hex_ in choice]
        others = [
            _gap(a, b, done, steps, hex_)
            for hex_ in axial.neighbours(choice[0])
            if hex_ not in choice
        ]
        assert len(set(far)) == 1
        assert all(far[0] < other for other in others)


def _gap(a, b, done, steps, hex_):
    q = a[0] * (steps - done) + b[0] * done - hex_[0] * steps
    r = a[1] * (steps - done) + b[1] * done - hex_[1] * steps
    return q * q + q * r + r * r


def test_a_line_along_a_hexside_takes_the_higher_then_the_left_hex():
    assert axial.line_choices((0, 0), (1, 1)) == (((0, 0),), ((1, 0), (0, 1)), ((1, 1),))
    assert axial.line((0, 0), (1, 1)) == ((0, 0), (1, 0), (1, 1))
    assert axial.line_choices((0, 0), (-1, 2))[1] == ((-1, 1), (0, 1))
