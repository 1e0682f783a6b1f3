# Everything that is done here is a target of this file. `make play` and `make test` need nothing done before them.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SETUP := $(VENV)/.setup
BENCH := $(VENV)/.bench
DOCS := $(VENV)/.docs
STUDY := .venv-research
LEARN := .venv-learn
GAME ?= traces
CODE := src tests examples setup.py docs/conf.py $(wildcard benchmarks)
NODE := web/node_modules/.setup
PAGE := web/dist/index.html
PAGE_SOURCES := $(shell find web -type f -not -path "web/node_modules*" -not -path "web/dist*")

.DEFAULT_GOAL := help
.PHONY: help setup play play-terminal postgres chromium caddy web-test fixture screens page-figures page-inputs test check lint format soak peek loops storm restart kill crowd wear load bad-input outage timings rules-mutation situation-fuzz situation-words ratings bench research-test learn-test docs wheel lock clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 18

setup: $(SETUP) ## make .venv and install everything in it

play: $(SETUP) $(PAGE) ## start the server and open the page in the browser
	@$(BIN)/stavka serve --open

play-terminal: $(SETUP) ## play Traces of War in the terminal
	$(BIN)/stavka play traces

test: export PYTHONDONTWRITEBYTECODE := # a run starts some hundred processes: they share what is compiled
test: check postgres chromium caddy web-test ## run every check, then every test
	$(BIN)/python -m pytest

web-test: $(NODE) ## test the page, and build it
	cd web && npm run --silent test
	$(MAKE) --no-print-directory $(PAGE)

fixture: $(SETUP) ## make the scene that the page's unit tests draw, web/tests/fixtures/traces.json
	PYTHONPATH=tests $(BIN)/python -m page.fixture > web/tests/fixtures/traces.json

# What tests need of the system. On Debian and Ubuntu it is installed where it is missing: `apt NAME` does that.
apt = run=; [ "$$(id -u)" = 0 ] || run=sudo; apt() { \
	DEBIAN_FRONTEND=noninteractive $$run apt-get install --quiet --quiet --yes --no-install-recommends "$$1"; }

# The server's tests run on a real PostgreSQL too, which they start and stop themselves. Its programs need not be in the
# path.
postgres:
	@command -v postgres >/dev/null || ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 || { \
		command -v apt-get >/dev/null || { echo "The tests need PostgreSQL: install it, with its programs in the path." >&2; exit 1; }; \
		$(apt); $$run apt-get update --quiet --quiet && apt postgresql; }

# The browser that drives the page. Chromium's headless shell is the same engine without windows, and takes three quarters
# of the time: it is taken where apt knows it, and otherwise any Chromium will do.
chromium:
	@$(apt); known() { apt-cache show chromium-headless-shell >/dev/null 2>&1; }; \
		command -v chromium-headless-shell >/dev/null || { known && apt chromium-headless-shell; } || \
		command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || { \
		command -v apt-get >/dev/null || { echo "The tests need Chromium: install it, with its program in the path." >&2; exit 1; }; \
		$$run apt-get update --quiet --quiet && if known; then apt chromium-headless-shell; else apt chromium; fi; }

# The steps of docs/operating.md: a reverse proxy, and what checks systemd's units.
caddy:
	@command -v caddy >/dev/null && command -v systemd-analyze >/dev/null || { \
		command -v apt-get >/dev/null || { echo "The tests need Caddy and systemd-analyze in the path." >&2; exit 1; }; \
		$(apt); $$run apt-get update --quiet --quiet && apt caddy && apt systemd; }

screens: $(SETUP) $(PAGE) chromium ## take pictures of the page, into docs/screens
	PYTHONPATH=tests $(BIN)/python -m page.screens docs/screens

page-figures: $(SETUP) $(PAGE) chromium ## measure how fast the page is: the figures of docs/page.md
	PYTHONPATH=tests $(BIN)/python benchmarks/browser.py

page-inputs: $(SETUP) $(PAGE) chromium ## count the clicks, keys and drags of a turn: the figures of docs/page.md
	PYTHONPATH=tests $(BIN)/python benchmarks/inputs.py

check: lint ## check lint, types and the direction of imports
	$(BIN)/python -m mypy
	cd web && npm run --silent types
	$(BIN)/python -m pytest -n 0 tests/test_imports.py

lint: $(SETUP) $(NODE) ## check style and layout, of Python and of the page's code
	$(BIN)/ruff check $(CODE)
	$(BIN)/ruff format --check $(CODE)
	cd web && npm run --silent lint

format: $(SETUP) $(NODE) ## format the code and repair what ruff and Biome can repair
	$(BIN)/ruff check --fix $(CODE)
	$(BIN)/ruff format $(CODE)
	cd web && npm run --silent format

soak: $(SETUP) ## play many random games and check every invariant
	$(BIN)/python -m stavka.studies.soak --game $(GAME)

peek: $(SETUP) ## hunt for picks that show a secret and can be taken back
	$(BIN)/python -m stavka.studies.peek --game $(GAME)

loops: $(SETUP) ## hunt for picks that lead back to where they began
	$(BIN)/python -m stavka.studies.loops --game $(GAME)

storm: $(SETUP) ## start the server 300 times, each time under a storm of first requests
	PYTHONPATH=tests $(BIN)/python -m server.campaigns.storm --restarts 300 --seed 1

restart: $(SETUP) ## kill a server and start it again, and measure how long a player waits for the next pick
	PYTHONPATH=tests $(BIN)/python -m server.campaigns.restart

kill: $(SETUP) ## kill servers, workers and databases while picks flow: the figures of docs/reliability.md
	PYTHONPATH=tests $(BIN)/python -m server.campaigns.kill --kills $(or $(KILLS),25) --seed 1

crowd: $(SETUP) ## let fifty people play the computer at once: the figures of docs/reliability.md
	PYTHONPATH=tests $(BIN)/python -m server.campaigns.crowd

wear: $(SETUP) ## attack a server and measure what an honest player notices: the figures of docs/reliability.md
	PYTHONPATH=tests $(BIN)/python -m server.campaigns.wear $(ATTACKS)

load: $(SETUP) ## play up to 1,000 games at once and measure the server: the figures of docs/reliability.md
	PYTHONPATH=tests $(BIN)/python -m server.campaigns.load $(LIVE)

NUMBER ?= 20000
bad-input: $(SETUP) ## send a server bad input of every kind, NUMBER times: each is refused with a sentence
	PYTHONPATH=tests $(BIN)/python -m server.campaigns.bad_input --number $(NUMBER) --seed 1

outage: $(SETUP) ## take database, disk and clock away from a server that is played on: the figures of docs/reliability.md
	PYTHONPATH=tests $(BIN)/python -m server.campaigns.outage

timings: $(SETUP) ## measure whether the time of an answer shows what is hidden: the figures of docs/reliability.md
	PYTHONPATH=tests $(BIN)/python -m server.campaigns.timings

rules-mutation: $(SETUP) ## break each tagged rule in turn and demand a red test
	$(BIN)/python -m stavka.studies.mutation $(GAME)

situation-fuzz: $(SETUP) ## try situations with one typing error each: none may give a traceback or pass unnoticed
	$(BIN)/python -m stavka.studies.situation_fuzz --number 1000 --seed 1
	$(BIN)/python -m stavka.studies.situation_fuzz --probe

situation-words: $(SETUP) ## write the page of the words that situations know, docs/situations-words.md
	$(BIN)/stavka situations > docs/situations-words.md

SEEDS ?= 20
RATED ?= build/ratings
ratings: $(SETUP) ## rate all programs, docs/ratings.md: SEEDS seeds of each scenario, games are kept in RATED
	$(BIN)/python -m stavka.studies.ladder $(RATED) --seeds $(SEEDS) > docs/ratings.md.new
	mv docs/ratings.md.new docs/ratings.md

bench: $(BENCH) ## measure the speed beside that of other engines
	$(BIN)/stavka bench

# An environment of its own, with what `pip install stavka[research,ray,data]` installs and what runs the tests.
research-test: $(STUDY)/.setup ## play every scenario through PettingZoo, Gymnasium and OpenSpiel, with their own tests
	STAVKA_EVERY_SCENARIO=1 $(STUDY)/bin/python -m pytest -n $(or $(JOBS),auto) tests/research

# PyTorch is in no lock: for most systems its usual build brings gigabytes of libraries for accelerators. To use another
# build of this version, install it first: `make .venv-learn`, then its pip.
TORCH ?= torch==2.13.0
learn-test: $(LEARN)/.setup ## teach small networks with PyTorch, which is a large download
	STAVKA_LEARN=1 $(LEARN)/bin/python -m pytest -n $(or $(JOBS),auto) tests/research/test_network.py tests/research/test_training.py

# Every warning is an error: a link or an anchor that leads nowhere fails the build, and so does anything on a page that a
# browser would load from another host.
docs: $(DOCS) ## build the documentation as a site with search, into build/site
	@rm -rf build/site
	@$(BIN)/python -m sphinx --quiet --fail-on-warning --keep-going -b html -d build/site-trees docs build/site
	@echo "The site is at build/site/index.html."

# The wheel is built from the sdist, as an install from the sdist does it, so nothing that an earlier build has left gets in.
wheel: $(SETUP) $(PAGE) ## build the wheel and the sdist, into dist
	@rm -rf dist
	@$(BIN)/python -c 'from setuptools import build_meta; build_meta.build_sdist("dist")' >/dev/null
	@$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-build-isolation --no-deps -w dist dist/*.tar.gz
	@ls dist/*

# Run it after a change of the dependencies in pyproject.toml. The locks hold names, versions and hashes only.
LOCK = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header
lock: $(SETUP) ## compile the lock files again
	$(BIN)/python -m pip install --quiet uv
	$(LOCK) pyproject.toml --extra postgres --extra research --group dev -o requirements.lock
	$(LOCK) --group bench -c requirements.lock -o requirements-bench.lock
	$(LOCK) pyproject.toml --extra data --extra ray --extra research --group research -c requirements.lock -o requirements-research.lock
	$(LOCK) --group docs -c requirements.lock -o requirements-docs.lock

clean: ## remove .venv and everything that was built
	rm -rf $(VENV) $(STUDY) $(LEARN) web/node_modules web/dist build dist src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find src tests examples -name __pycache__ -type d -prune -exec rm -rf {} +

# Done again only when the lock or pyproject.toml is newer than the stamp, and then in place: what runs in .venv
# meanwhile goes on. `make clean setup` builds it from nothing.
$(SETUP): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Stavka needs Python 3.11 or newer; '$(PYTHON)' is older. Try: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }
	@echo "Setting up, this once: a few minutes, longer on a slow machine or line. What is done stays done."
	@echo "  a Python of its own in $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)
	@echo "  its packages (about a minute or two) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

$(BENCH): $(SETUP) requirements-bench.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-bench.lock
	@touch $@

$(STUDY)/.setup: requirements-research.lock pyproject.toml
	@$(PYTHON) -m venv $(STUDY)
	$(STUDY)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-research.lock
	$(STUDY)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

$(LEARN):
	@$(PYTHON) -m venv $(LEARN)

$(LEARN)/.setup: requirements.lock pyproject.toml | $(LEARN)
	$(LEARN)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(LEARN)/bin/python -m pip install --quiet --disable-pip-version-check $(TORCH)
	$(LEARN)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

$(DOCS): $(SETUP) requirements-docs.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-docs.lock
	@touch $@

$(NODE): web/package-lock.json web/package.json
	@command -v npm >/dev/null || { echo "Stavka needs Node.js 20 or newer with npm for its page." >&2; exit 1; }
	@echo "  the packages of the page (about a minute) ..."
	@cd web && npm ci --loglevel=error
	@touch $@

$(PAGE): $(NODE) $(PAGE_SOURCES)
	@echo "  building the page (about half a minute) ..."
	@cd web && npm run --silent build
	@touch $@
