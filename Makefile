# make play and make test work on a bare machine with Python 3.11 or later and pip.

VENV    := .venv
BIN     := $(VENV)/bin
WORKERS ?= 2
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

.DEFAULT_GOAL := help
.PHONY: help play test check prove bench fuzz docs lock clean

help:
	@echo "make play    play a game in the terminal"
	@echo "make test    run the tests            (WORKERS=2, ARGS='-k supply')"
	@echo "make check   format, lint, types, layers"
	@echo "make prove   break each rule and see its test fail (ARGS='--again')"
	@echo "make bench   measure the hot paths against their peers"
	@echo "make fuzz    play random games until something breaks (ARGS=wb95/klin)"
	@echo "make docs    build the manual into site/"
	@echo "make lock    resolve the requirements again"
	@echo "make clean   remove what was built, but not $(VENV)"

play: $(VENV)/.play
	$(BIN)/grognard play $(ARGS)

# The examples of one page build on one another, so one worker runs a whole file.
test: $(VENV)/.dev
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadfile $(ARGS)

check: $(VENV)/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

prove: $(VENV)/.dev
	$(BIN)/python tools/prove.py wb95 $(ARGS)

bench: $(VENV)/.dev
	$(BIN)/grognard bench $(ARGS)

fuzz: $(VENV)/.dev
	$(BIN)/python -m grognard.lab.fuzz $(ARGS)

docs: $(VENV)/.dev
	$(BIN)/mkdocs build --strict

# Lock files carry names, versions and hashes, and never an address. --upgrade takes the newest.
lock: $(VENV)/.dev
	$(COMPILE) $(ARGS) --extra dev --extra docs --extra bench --extra fast --extra server --output-file requirements/dev.txt
	$(COMPILE) --constraint requirements/dev.txt --output-file requirements/play.txt
	@if grep -nE '/|@' requirements/*.txt; then echo "An address is in a lock file."; exit 1; fi

clean:
	rm -rf build dist site .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
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
