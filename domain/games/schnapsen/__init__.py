"""Schnapsen and Sixty-Six: one engine, and one table of where they part."""

from domain.game import AnyGame

GAMES: tuple[AnyGame, ...] = ()
