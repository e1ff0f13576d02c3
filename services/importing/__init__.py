"""Importing: what files tell becomes part of the log, all of it or what was asked for, and once."""

from services.importing.entering import enter
from services.importing.looking import look
from services.importing.plan import Account, Doubtful, Interrupted, Order, Plan

__all__ = ["Account", "Doubtful", "Interrupted", "Order", "Plan", "enter", "look"]
