"""`make bench`: every figure, with the ratio that is wanted."""

import sys
from importlib import import_module
from pkgutil import iter_modules

import bench

_NOT_MEASURED = {"__main__", "figures", "cribbage"}
"""Not by this command: cribbage stands beside other scorers, which `make bench` installs for it."""


def main() -> None:
    """Run the benches named, or all."""
    names = sys.argv[1:] or sorted(m.name for m in iter_modules(bench.__path__) if m.name not in _NOT_MEASURED)
    for name in names:
        for figure in import_module(f"bench.{name}").measure():
            ratio = "" if figure.ratio is None else f"{figure.ratio:6.2f} × {figure.against}"
            wanted = "" if figure.wanted is None else f"(wanted {figure.wanted:g})"
            print(f"{figure.what:45} {figure.rate:14,.0f} {figure.unit:10} {ratio} {wanted}", flush=True)


main()
