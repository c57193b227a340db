# make play and make test work on a bare machine with Python 3.11 or later and pip. Node comes from
# the machine if it is new enough, or else from PyPI into the environment.

VENV    := .venv
BIN     := $(VENV)/bin
# One more than two cores have: the tests of the browser wait for half of their time.
WORKERS ?= 3
ARGS    ?=

# The first of these that runs and is new enough; override with make PYTHON=...
PYTHON ?= $(shell for p in python3.11 python3.12 python3.13 python3.14 python3; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && echo $$p && break; \
	done)

# Debian may ship Python without ensurepip: then its own pip fills the environment.
PIP = $(if $(wildcard $(BIN)/pip),$(BIN)/python -m pip,$(PYTHON) -m pip --python $(BIN)/python)
INSTALL_PROJECT = $(PIP) install --quiet --no-deps --no-build-isolation --editable .

COMPILE = $(BIN)/uv pip compile pyproject.toml --quiet --universal --python-version 3.11 \
	--group build --generate-hashes --no-header --no-annotate \
	--no-emit-index-url --no-emit-find-links

# The page is built into the package, from its own sources and the server's description of itself.
CLIENT  := src/grognard/server/web
PACKAGES := web/node_modules/.installed
SCHEMA  := web/src/api/schema.d.ts
PAGE    := $(shell find web/src web/public web/index.html web/*.json web/*.ts web/*.js -type f \
	-not -name openapi.json -not -name schema.d.ts 2>/dev/null)
# The maps that ship are drawn beside it: the largest take seconds. They are drawn again where they
# would come out otherwise.
MAPS    := src/grognard/server/maps/.drawn
DRAWERS := tools/draw_maps.py src/grognard/server/drawings.py $(shell find src/grognard/board src/grognard/hexes \
	src/grognard/scenarios -type f -not -name '*.pyc' 2>/dev/null)
# Whatever the description is made of: the modules of the server, and the cards of the table.
FORMS   := $(shell find src/grognard/server src/grognard/table -name '*.py' 2>/dev/null)
NPM     := PATH="$(CURDIR)/$(BIN):$$PATH" npm --prefix web
NEW_ENOUGH := const [a, b] = process.versions.node.split('.'); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)

.DEFAULT_GOAL := help
.PHONY: help play play-terminal web test check prove bench fuzz docs pictures lock bom clean

help:
	@echo "make play    play in the browser      (ARGS='--port 8096')"
	@echo "make play-terminal   play in the terminal  (ARGS=wb95/typhoon)"
	@echo "make web     build the page that make play shows"
	@echo "make test    run the tests            (ARGS='--subject ocs', ARGS='-k supply')"
	@echo "make check   format, lint, types, layers"
	@echo "make prove   break each rule and see its test fail (ARGS='--sites', 'ocs 9.11c')"
	@echo "make bench   measure the hot paths against their peers"
	@echo "make fuzz    play random games until something breaks (ARGS=wb95/klin; adversary, chaos: of the server)"
	@echo "make docs    build the manual into site/"
	@echo "make pictures   photograph the table for the manual (ARGS='folder near night')"
	@echo "make lock    resolve the requirements again"
	@echo "make bom     write dist/bom.json, the bill of materials (CycloneDX)"
	@echo "make clean   remove what was built, but not $(VENV)"

# The games are kept in the player's own data folder; Ctrl-C ends the server.
play: $(VENV)/.play $(CLIENT)/index.html $(MAPS)
	@$(BIN)/grognard serve --home --open $(ARGS)

play-terminal: $(VENV)/.play
	$(BIN)/grognard play $(ARGS)

web: $(CLIENT)/index.html $(MAPS)

# The examples of one page build on one another, so one worker runs a whole file; files keep their
# order (conftest.py). Whoever asks for some of the tests does not mean those of the page; these run
# beside the others, and what they have said is told in the end: in full only if it is bad news, so
# that the last lines of a run name what failed.
PYTEST = $(BIN)/python -m pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder $(ARGS)
test: $(VENV)/.dev $(CLIENT)/index.html $(MAPS)
ifneq ($(ARGS),)
	$(PYTEST)
else
	@said=$$(mktemp); trap 'rm -f "$$said"' EXIT; trap 'exit 130' INT; \
	$(NPM) test >"$$said" 2>&1 & page=$$!; \
	echo '$(PYTEST)'; $(PYTEST); rest=$$?; \
	wait $$page; page=$$?; \
	if [ $$page -eq 0 ]; then grep -E 'Test Files|Tests ' "$$said"; else cat "$$said"; fi; \
	[ $$rest -eq 0 ] && [ $$page -eq 0 ]
endif

check: $(VENV)/.dev $(PACKAGES) $(SCHEMA)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(NPM) run check

prove: $(VENV)/.dev
	$(BIN)/python tools/prove.py $(ARGS)

bench: $(VENV)/.dev
	$(BIN)/python -m bench $(ARGS)

fuzz: $(VENV)/.dev
	$(if $(filter adversary chaos,$(ARGS)),,$(BIN)/python -m grognard.lab.fuzz $(ARGS))
	$(if $(filter-out adversary,$(ARGS)),,$(BIN)/python tools/adversary.py)
	$(if $(filter chaos,$(ARGS)),$(BIN)/python tools/chaos.py)

docs: $(VENV)/.dev
	$(BIN)/mkdocs build --strict

pictures: $(VENV)/.dev $(CLIENT)/index.html
	$(BIN)/python tools/draw_table.py $(ARGS)

# Lock files carry names, versions and hashes, and never an address. --upgrade takes the newest.
lock: $(VENV)/.dev
	$(COMPILE) $(ARGS) --extra dev --extra docs --extra bench --extra envs --extra fast --extra parquet \
		--extra ray --extra server --output-file requirements/dev.txt
	$(COMPILE) --constraint requirements/dev.txt --extra server --output-file requirements/play.txt
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --group web $(ARGS) \
		--generate-hashes --no-header --no-annotate --no-emit-index-url --no-emit-find-links \
		--output-file requirements/node.txt
	@if grep -nE '/|@' requirements/*.txt; then echo "An address is in a lock file."; exit 1; fi

bom: $(VENV)/.dev
	$(BIN)/python tools/bom.py $(ARGS)

clean:
	rm -rf $(CLIENT) $(dir $(MAPS)) web/openapi.json $(SCHEMA) build dist site .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	find src tests docs -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@if [ -z "$(PYTHON)" ]; then \
		echo "Grognard needs Python 3.11 or later, and found none. On Debian: apt-get install python3 python3-venv"; \
		exit 1; \
	fi
	$(PYTHON) -m venv $(VENV) >/dev/null || $(PYTHON) -m venv --clear --without-pip $(VENV)

$(VENV)/.play: requirements/play.txt pyproject.toml | $(BIN)/python
	$(PIP) install --quiet --require-hashes --requirement requirements/play.txt
	$(INSTALL_PROJECT)
	@touch $@

$(VENV)/.dev: requirements/dev.txt pyproject.toml | $(BIN)/python
	$(PIP) install --quiet --require-hashes --requirement requirements/dev.txt
	$(INSTALL_PROJECT)
	@touch $@

# A node that is too old, or none: the one from PyPI goes where its npm finds it first.
$(VENV)/.node: requirements/node.txt | $(BIN)/python
	@if PATH="$(CURDIR)/$(BIN):$$PATH" node -e "$(NEW_ENOUGH)" 2>/dev/null && command -v npm >/dev/null; then \
		:; \
	else \
		$(PIP) install --quiet --require-hashes --requirement requirements/node.txt; \
	fi
	@touch $@

$(PACKAGES): web/package-lock.json web/.npmrc | $(VENV)/.node
	$(NPM) ci --silent
	@touch $@

# Written only when it has changed. Either set of requirements has what the server needs for it.
web/openapi.json: $(FORMS) | $(BIN)/python
	@[ -e $(VENV)/.dev ] || $(MAKE) --no-print-directory $(VENV)/.play
	$(BIN)/grognard openapi $@

$(SCHEMA): web/openapi.json $(PACKAGES)
	$(NPM) run --silent api

$(CLIENT)/index.html: $(PAGE) $(SCHEMA) $(PACKAGES)
	$(NPM) run build

$(MAPS): $(DRAWERS) | $(BIN)/python
	@[ -e $(VENV)/.dev ] || $(MAKE) --no-print-directory $(VENV)/.play
	$(BIN)/python tools/draw_maps.py
	@touch $@
