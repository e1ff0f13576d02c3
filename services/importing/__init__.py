"""Importing: what files tell becomes part of the log, all of it or what was asked for, and once."""

from services.importing.entering import enter
from services.importing.looking import look
from services.importing.plan import Account, Doubtful, Interrupted, Order, Plan
from services.importing.source import Source, opened

__all__ = ["Account", "Doubtful", "Interrupted", "Order", "Plan", "Source", "enter", "look", "opened"]
