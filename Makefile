# `make help` lists the targets. Everything lives in .venv and web/node_modules.
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.ready
PAGE := src/elfer/server/web/page/index.html
WEB := $(shell find web -path web/node_modules -prune -o -path web/public/py -prune -o -type f ! -name pack.json -print)
PACK := web/pack.json
STATIC := build/static/index.html
PYTHONS := $(shell find src/elfer -path src/elfer/server/web -prune -o -type f ! -name '*.pyc' -print)
unexport PYTHONDONTWRITEBYTECODE  # it would make thousands of processes compile everything

.DEFAULT_GOAL := help
.PHONY: help play setup web static play-static dist release quick test check check-python check-web compiled chromium services test-long crash-test attack cluster-test model-test soak mutate bench bench-bots bench-thinking bench-server bench-cluster bench-offline bench-study bench-envs docs types screenshots gallery lock clean

help:  ## list the targets
	@awk -F':.*## ' '/^[a-z-]+:.*## / {printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

play: setup $(PAGE)  ## set everything up, start a server on this machine, open the browser
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

web: $(PAGE)  ## build the web client

web/node_modules/.ready: web/package-lock.json
	@node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' 2>/dev/null && command -v npm >/dev/null \
		|| { echo "the web client needs Node 20 or newer with npm; one of them is missing or older (on Debian: apt install npm)"; exit 1; }
	cd web && npm ci --silent
	@touch $@

$(PACK): $(STAMP) web/node_modules/.ready requirements/pyodide.txt $(wildcard tools/pack*) src/elfer/server/web/game_info.py $(PYTHONS)
	$(BIN)/python -m tools.pack
	@touch $@

$(PAGE): web/node_modules/.ready $(PACK) $(WEB)
	cd web && npm run --silent build
	@touch $@

static: $(STATIC)  ## build the static site, which needs no server of ours, into build/static
	@echo "build/static can be put into any folder of any web server."

play-static: static  ## serve the static site on this machine
	@$(BIN)/python -m http.server -b 127.0.0.1 -d build/static 8012 || [ $$? -eq 130 ]

$(STATIC): web/node_modules/.ready $(PACK) $(WEB)
	cd web && npm run --silent static
	@touch $@

dist: setup $(PAGE)  ## build wheel and sdist, web client included, into dist/
	$(BIN)/python -m hatchling build -d dist

release: setup .venv/tools/.ready  ## build wheel, sdist, static site and SBOM of the last commit into dist/, twice, compare the bytes, install the wheel
	$(BIN)/python -m tools.release

.venv/tools/.ready: requirements/tools.txt $(STAMP)
	$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes --upgrade --target .venv/tools -r requirements/tools.txt
	@touch $@

check: check-python check-web  ## lint, format and types

check-python: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

check-web: web/node_modules/.ready
	cd web && npm run --silent check

quick: setup web/node_modules/.ready  ## lint, types, and the tests of changed files; run it before every commit
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	@git diff --quiet HEAD -- web || (cd web && npm run --silent check && npm test --silent)
	$(BIN)/pytest -n 2 $$($(BIN)/python tools/quick.py)

test:  ## all checks and tests, as in CI
	@$(MAKE) -j2 $(PAGE) $(STATIC) compiled check chromium services
	cd web && npm test --silent
	$(BIN)/pytest -n 4 --dist worksteal

compiled: setup  # compile the bots' engine once for all tests
	@$(BIN)/python -c 'import elfer.bots; from elfer.study.simulate import simulate; elfer.bots.warm_up(); simulate("junior", games=1)'

chromium:  # install Debian's Chromium for the browser tests, if permitted
	@command -v chromium >/dev/null || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq \
		&& apt-get install -y -qq --no-install-recommends chromium >/dev/null; } \
		|| echo "There is no Chromium: the browser tests look for another browser, and are skipped without one."

services: chromium  # install Debian's PostgreSQL, PgBouncer and HAProxy for the cluster tests, without starting them
	@{ ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null; } \
		&& { command -v pgbouncer && command -v haproxy; } >/dev/null \
		|| { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq \
		&& RUNLEVEL=1 apt-get install -y -qq --no-install-recommends postgresql pgbouncer haproxy >/dev/null; } \
		|| echo "PostgreSQL, PgBouncer or HAProxy is missing: the tests that need it are skipped."

test-long: setup  ## the long form of tests that have one: laws, whole games in the browser, perft; takes long
	ELFER_LONG=1 $(BIN)/pytest -n 2 tests/server/test_leaks.py $$(grep -rlwE 'LONG|ELFER_LONG' tests --include='test_*.py')

crash-test: setup  ## kill the server under load 50 times; every confirmed move must survive
	ELFER_CRASHES=$${ELFER_CRASHES:-50} $(BIN)/pytest tests/server/test_crash.py

attack: setup  ## run all known attacks and disk failures, and measure the effect on bystanders; takes 20 minutes
	$(BIN)/python -m tests.server.attacks

cluster-test: setup services  ## kill, stop and drain nodes and restart their database under load, 100 times
	ELFER_CHAOS=$${ELFER_CHAOS:-100} $(BIN)/pytest -o faulthandler_timeout=3600 -s tests/cluster

model-test: setup  ## compare a model of a table with a server that is killed now and then, thousands of steps
	ELFER_LONG=1 $(BIN)/pytest tests/server/model

soak: setup  ## play at 200 tables, then check that all resources are released; takes 40 minutes
	$(BIN)/python -m tests.server.soak

mutate: setup .venv/tools/.ready  ## mutation tests of core, match, rules and tables; ONLY="elfer.match.*" selects, ONLY="*_mutmut_1" takes one mutant per function
	PYTHONPATH=.venv/tools $(BIN)/python -m mutmut run $(if $(ONLY),"$(ONLY)")
	@echo; PYTHONPATH=.venv/tools $(BIN)/python -m mutmut results

bench: setup  ## speed of library and engine, relative to a reference in the same run
	$(BIN)/python benchmarks/library.py
	$(BIN)/python benchmarks/engine.py

bench-bots: setup  ## strength of the bots, with confidence intervals; takes an hour or two
	$(BIN)/python -m benchmarks.bots

bench-thinking: setup web  ## thinking time of the bots in Pyodide
	$(BIN)/python -m benchmarks.thinking

bench-server: setup  ## capacity of one server: confirmed moves, latency, memory
	$(BIN)/python -m benchmarks.server

bench-envs: setup  ## speed of the environments, relative to other libraries in the same run
	$(BIN)/python benchmarks/envs.py

bench-offline: setup $(PAGE) chromium  ## cost of play without a server, on a slowed-down processor
	$(BIN)/python -m benchmarks.offline

bench-cluster: setup  ## capacity of nodes on PostgreSQL, relative to the one-process server
	$(BIN)/python -m benchmarks.cluster

bench-study: setup  ## speed of simulations, relative to plain C, and on Ray
	$(BIN)/python -m benchmarks.study

docs: setup  ## build the documentation as a site, into build/site
	$(BIN)/python -m tools.schema
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	@echo "The site is in build/site; to read it: $(BIN)/python -m http.server -b 127.0.0.1 -d build/site"

types: setup  ## regenerate the web client's types and words from the server's
	$(BIN)/python tools/typescript.py
	$(BIN)/python tools/words_for_web.py

screenshots: setup $(PAGE) chromium  ## retake the README's screenshots
	$(BIN)/python -m tools.screenshots

gallery: setup $(PAGE) chromium  ## photograph every screen into build/gallery, for review; takes some minutes
	$(BIN)/python -m tools.gallery

lock: setup  ## pin the newest dependencies into requirements/*.txt
	$(PYTHON) -m venv .venv/lock && .venv/lock/bin/pip install -q uv
	cd requirements && pin="../.venv/lock/bin/uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header -q" \
		&& $$pin --upgrade dev.in -o dev.txt && $$pin --upgrade -c dev.txt runtime.in -o runtime.txt && $$pin --upgrade tools.in -o tools.txt

clean:  ## remove everything that make created
	rm -rf .venv web/node_modules web/public/py web/pack.json src/elfer/server/web/page build dist mutants .mypy_cache .pytest_cache .ruff_cache .hypothesis
