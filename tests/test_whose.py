"""Every transaction says whose rows it is for; only who works on all ledgers on purpose says `EVERY`."""

import ast
from collections.abc import Iterator
from pathlib import Path

import services

SERVICES = Path(services.__file__).parent
FOLDERS = (SERVICES, SERVICES.parent / "workers")
OF_ALL = {
    "services/administering.py": "all acts, for who holds the database",
    "services/api/health.py": "counts, of all ledgers together",
    "services/api/hub.py": "compares the boards that it is watched for, whoever watches",
    "services/checkpointing.py": "the workers sign every ledger",
    "services/cli/access.py": "the names of all ledgers, for who holds the database",
    "services/cli/looking.py": "the doctor, by who holds the database",
    "services/cli/signing.py": "by who holds the database",
    "services/keys.py": "keys made and revoked by who holds the database",
    "services/migrating.py": "by who owns the database",
    "services/projecting.py": "the workers drain every ledger",
    "services/seeing.py": "any match, and the newest, for who holds the database",
    "services/rebuilding.py": "by who holds the database",
    "services/roles.py": "by who owns the database",
    "services/rules.py": "looks at every ledger's rules",
    "services/signing.py": "by who holds the database",
    "services/verifying/__init__.py": "by who holds the database",
    "services/verifying/refolded.py": "by who holds the database",
    "services/verifying/stored.py": "by who holds the database",
    "services/verifying/whole.py": "by who holds the database",
}
"""Who may say `EVERY`, and why."""


def sources() -> Iterator[tuple[str, ast.Module]]:
    for folder in FOLDERS:
        for path in sorted(folder.rglob("*.py")):
            yield str(path.relative_to(SERVICES.parent)), ast.parse(path.read_text(encoding="utf-8"))


def transactions(module: ast.Module) -> Iterator[ast.Call]:
    for node in ast.walk(module):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        if node.func.attr in {"reading", "writing"}:
            yield node


def test_every_transaction_says_whose_rows_it_is_for() -> None:
    calls = [(name, call) for name, module in sources() for call in transactions(module)]

    assert len(calls) > 50
    assert [(name, call.lineno) for name, call in calls if len(call.args) != 1] == []


def test_only_who_works_on_all_ledgers_says_so() -> None:
    saying = {
        name
        for name, module in sources()
        for node in ast.walk(module)
        if _named(node) in {"EVERY", "Every"} and name != "services/wiring.py"
    }

    assert saying == set(OF_ALL)


def _named(node: ast.AST) -> str | None:
    """What an expression names, by itself or as a module's."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return None


def test_nobody_but_the_stores_opens_a_transaction() -> None:
    """Whoever takes a connection from the engine has said nothing, and is shown nothing but what is public."""
    opening = {
        name
        for name, module in sources()
        for node in ast.walk(module)
        if isinstance(node, ast.Attribute)
        and node.attr in {"connect", "begin", "raw_connection"}
        and isinstance(node.value, ast.Attribute)
        and node.value.attr == "engine"
    }

    assert opening == {"services/wiring.py", "services/scrubbing.py"}
