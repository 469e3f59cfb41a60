"""Boards of rows that are drawn as what they stand for: the cars of a train, bodies with organs.

Descriptions of games of cards keep what lies in several places in rows of one board. How these are
counted is said in the descriptions whose metadata name these styles.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from boardless.games import Game
from boardless.topo.drawing.paths import moved
from boardless.topo.drawing.picture import circle
from boardless.view.boards import Cell, Mark, Shape
from boardless.view.glyphs import FIGURES

TRAIN, BODIES = "train", "bodies"
#: Picture units: from one place to the next, half the side of a place, and the radius of pieces.
_STEP, _HALF, _ROOM = 86, 41, 40
#: Loot of three kinds comes before bandits, and lies below them in a car.
_LOOT = 3
#: How many places are side by side in a car, and from one car, or player, to the next.
_WIDE, _CAR, _PLAYER = 4, 400, 500
#: The middle of the lowest row inside of cars, on roofs, and of what players have, downwards.
_INSIDE, _ROOF, _BELOW = 0, -205, 190
#: Organs of a body, in their order, and how much lower lies what lies upon them.
ORGANS = ("heart", "brain", "stomach", "bone", "wild")
_UPON = 42
#: Bodies side by side, and from one to the next.
_BODIES, _BODY = 3, 520
_SQUARE: Shape = (-_HALF, _HALF, _HALF, _HALF, _HALF, -_HALF, -_HALF, -_HALF)


def train_parts(game: Game, cells: Mapping[int, Cell], colours: Sequence[str]) -> dict[str, Any]:
    """Return the parts of the ground of a train, as `view.ground.Ground` has them.

    The first row is that of the marshal. Above it are as many rows as there are kinds of loot and
    players for the insides of cars, then for roofs, then what players have; see Colt Express.
    """
    players = game.players
    placed: dict[int, Cell] = {}
    for site in cells:
        (part, item), column = _of_train(site, players)
        if part in ("inside", "roof"):
            across = item if item < _LOOT else item - _LOOT
            x = column * _CAR + across * _STEP
            y = (_INSIDE if part == "inside" else _ROOF) - (item >= _LOOT) * _STEP
        elif part == "marshal":
            x, y = column * _CAR + _LOOT * _STEP, _INSIDE
        else:  # the last column has the card of the round, and nothing beside it
            x, y = column * _PLAYER + (column < players) * item * _STEP, _BELOW
        placed[site] = (0, x, y)
    marks: list[Mark] = []
    for car in range(players + 1):
        marks += _car(car * _CAR, car == players)
    for player in range(players):
        frame = _box(player * _PLAYER, _BELOW, 2 + _LOOT, 1)
        marks += _framed(frame, "paper", colours[player])
    return _parts(placed, marks)


def _of_train(site: int, players: int) -> tuple[tuple[str, int], int]:
    """Return what a place of a train is for, with a number, and its column."""
    row, column = divmod(site, players + 1)
    items = _LOOT + players
    if row == 0:
        return ("marshal", 0), column
    if row <= 2 * items:
        return (("inside", "roof")[(row - 1) // items], (row - 1) % items), column
    return ("player", row - 1 - 2 * items), column


def _car(left: int, is_engine: bool) -> list[Mark]:
    """Return the picture of a car, whose first place is so far to the right."""
    middle = left + (_WIDE - 1) * _STEP // 2
    fill = "#c9ced4" if is_engine else "#f7c48d"
    wheels = [(circle(middle + dx, _INSIDE + 72, 26), "#565c64", "ink", 6) for dx in (-110, 110)]
    body = _box(left, _INSIDE, _WIDE, 2)
    roof = f"M{middle - 195},{_INSIDE - _STEP - 55}H{middle + 195}"
    chimney = f"M{middle + 200},{_INSIDE - 140}v-110h-16v-40h72v40h-16v110z"
    engine = [(chimney, "#565c64", "ink", 4)] if is_engine else []
    return [*engine, *wheels, (body, fill, "ink", 5), (roof, "", "ink", 16)]


def bodies_parts(game: Game, cells: Mapping[int, Cell], colours: Sequence[str]) -> dict[str, Any]:
    """Return the parts of the ground of bodies: rows of organs, those of players, then a table.

    Each has as many rows, with the organs in the first one and what lies upon them above.
    """
    depth = len(cells) // (len(ORGANS) * (game.players + 1))
    high = 150 + _UPON * (depth - 1)
    placed: dict[int, Cell] = {}
    marks: list[Mark] = []
    for body in range(game.players + 1):
        left, top = body % _BODIES * _BODY, body // _BODIES * high
        lower = _UPON * (depth - 1)
        frame = f"M{left - 58},{top - 62}h{4 * _STEP + 116}v{124 + lower}h{-4 * _STEP - 116}z"
        is_table = body == game.players
        marks += (
            [(frame, "#a5774f", "ink", 4)] if is_table else _framed(frame, "paper", colours[body])
        )
        for n, organ in enumerate(ORGANS):
            x = left + n * _STEP
            figure = FIGURES.get(organ, FIGURES["treatment"])
            if body < game.players:
                marks += [(moved(path, x, top, 0.6), "cell", "mark", 2) for path in figure]
            for row in range(depth):
                site = (body * depth + row) * len(ORGANS) + n
                placed[site] = (0, x, top + row * _UPON)
    return _parts(placed, marks)


def names_in_rows(game: Game, style: str, sites: int) -> dict[int, str]:
    """Return what people call the places of a board of a style."""
    players = game.players
    if style == BODIES:
        depth = sites // (len(ORGANS) * (players + 1))
        return {site: _organ(site, depth, players) for site in range(sites)}
    if style == TRAIN:
        return {site: _in_train(site, players) for site in range(sites)}
    return {}


def _organ(site: int, depth: int, players: int) -> str:
    body = site // (len(ORGANS) * depth)
    organ = ORGANS[site % len(ORGANS)]
    return f"{organ} of player {body + 1}" if body < players else "the table"


def _in_train(site: int, players: int) -> str:
    (part, item), column = _of_train(site, players)
    if part == "player":
        if column == players:
            return "round"
        has = ("bandit", "bullets")[item] if item < 2 else "loot"
        return f"{has} of player {column + 1}"
    car = "the locomotive" if column == players else f"car {column + 1}"
    return f"the roof of {car}" if part == "roof" else car


def _framed(path: str, fill: str, colour: str) -> list[Mark]:
    """Return a frame in a player's colour, which may be that of the paper."""
    return [(path, fill, "ink", 14), (path, "", colour, 9)]


def _parts(cells: dict[int, Cell], marks: Sequence[Mark]) -> dict[str, Any]:
    return {
        "shapes": (_SQUARE,), "cells": dict(sorted(cells.items())), "sizes": (1.0,), "steps": (0,),
        "room": _ROOM, "lines": (), "plate": (), "marks": tuple(marks), "bare": True, "margin": 50,
    }  # fmt: skip


def _box(left: int, bottom: int, wide: int, high: int) -> str:
    """Return a frame around places, from the lowest one on the left."""
    x, y, around = left - _HALF - 12, bottom + _HALF + 12, 2 * _HALF + 24
    width, height = (wide - 1) * _STEP + around, (high - 1) * _STEP + around
    return f"M{x},{y}h{width}v{-height}h{-width}z"
