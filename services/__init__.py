"""The services: a use case loads, asks the domain, stores, tells."""

from importlib.metadata import version

__version__ = version("scorepad")
