# `make help` lists the targets. Everything lives in .venv; nothing else on the machine is touched.
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.ready

.DEFAULT_GOAL := help
.PHONY: help play setup test check test-long bench bench-server types picture lock clean

help:  ## list the targets
	@awk -F':.*## ' '/^[a-z-]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

play: setup  ## play: a server on this machine, and the browser at its lobby
	@$(BIN)/elfer serve || [ $$? -eq 130 ]

setup: $(STAMP)

$(STAMP): requirements/dev.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
		|| { echo "elfer needs Python 3.11 or newer; '$(PYTHON)' is missing or older. Try: make PYTHON=python3.12 ..."; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null \
		|| { echo "Python's venv module with pip is missing (on Debian: apt install python3-venv)"; exit 1; }
	$(PYTHON) -m venv --clear .venv
	$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements/dev.txt
	$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

check: setup  ## lint, format and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

test: check  ## everything CI runs: checks, then all tests
	$(BIN)/pytest -n 2

test-long: setup  ## the laws over all games and the engine against the library, much longer
	ELFER_LONG=1 $(BIN)/pytest -n 2 tests/test_laws.py tests/test_notation.py tests/engine/test_rules.py

bench: setup .venv/open_spiel/.ready  ## speed, as ratios against a yardstick in the same run
	$(BIN)/python benchmarks/library.py .venv/open_spiel/bin/python
	$(BIN)/python benchmarks/engine.py .venv/open_spiel/bin/python

.venv/open_spiel/.ready: requirements/open_spiel.txt $(STAMP)
	$(PYTHON) -m venv --clear .venv/open_spiel
	.venv/open_spiel/bin/pip install -q --disable-pip-version-check --require-hashes -r requirements/open_spiel.txt
	@touch $@

bench-server: setup  ## what one server carries: confirmed moves, delays, memory
	$(BIN)/python -m benchmarks.server

types: setup  ## write the web client's types anew from the server's
	$(BIN)/python tools/typescript.py

picture: setup  ## draw the picture of the README anew
	$(BIN)/python tools/picture.py

lock: setup  ## pin the newest dependencies into requirements/*.txt
	$(PYTHON) -m venv .venv/lock && .venv/lock/bin/pip install -q uv
	cd requirements && ../.venv/lock/bin/uv pip compile --upgrade --universal --python-version 3.11 \
		--generate-hashes --no-emit-index-url --no-header -q dev.in -o dev.txt
	cd requirements && ../.venv/lock/bin/uv pip compile --upgrade --universal --python-version 3.11 \
		--generate-hashes --no-emit-index-url --no-header -q open_spiel.in -o open_spiel.txt

clean:  ## remove what make created
	rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
