# Everything runs in a local virtual environment made from Python and pip alone.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: figures test test-rest test-all bench library docs screenshots lint format clean

figures: $(VENV)/.installed
	$(BIN)/boardless figures --out figures --workers 2
	$(BIN)/python -m boardless.analysis.strength
	$(BIN)/python -m boardless.analysis.tag_table --games 0

# The core of the tests: every module, command and kind of game. The others take three times as long.
# The tests start Python often, which would otherwise read all modules as text each time.
PYTEST := $(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder
test test-rest: export PYTHONDONTWRITEBYTECODE =
test: $(VENV)/.installed
	$(PYTEST) -m "not extended"

test-rest: $(VENV)/.installed
	$(PYTEST) -m extended

test-all: test test-rest

bench: $(VENV)/.installed-bench
	$(BIN)/python -m benchmarks --write

# The whole check of Ludii's library: its descriptions and its own recorded games, and what else TRIALS
# names, folders or archives. What is interrupted goes on; docs/library.md has the result.
LIBRARY ?= ../Ludii/Common/res
TRIALS ?= $(wildcard $(LIBRARY)/../../Player/res/random_trials ../shared/ludii/fresh/trials.tar.gz)
library: $(VENV)/.installed
	$(BIN)/python -m tools.library "$(LIBRARY)" $(foreach it,$(TRIALS),--trials "$(it)") \
		--results build/library.jsonl --write docs/library.md

docs: $(VENV)/.installed-docs
	$(BIN)/python -m sphinx -q -W -E --keep-going -b html docs build/docs
	@echo "Open build/docs/index.html"

screenshots: $(VENV)/.installed-docs
	PYTHONPATH=. $(BIN)/python docs/screenshots.py

lint: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m tools.prose --documents 45 --docstrings 45 --each 90

format: $(VENV)/.installed-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

$(VENV)/.installed: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "boardless needs Python 3.11 or newer: set PYTHON=...")'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test-server]' \
		|| echo "No server for the tests of stores can be installed here: they skip what needs one."
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test-notebook]' \
		|| echo "No JupyterLab can be installed here: the test of a notebook skips."
	# PyTorch without gigabytes for GPUs: from a folder of wheels that pip knows (find-links), or not at all.
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-index --no-deps 'torch>=2.4' \
		&& $(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[learn]' \
		|| echo "No PyTorch for processors alone is here: the tests of networks skip."
	touch $@

$(VENV)/.installed-dev: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@

$(VENV)/.installed-bench: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[openspiel]' \
		|| echo "No OpenSpiel can be installed here: measurements beside it are left out."
	touch $@

$(VENV)/.installed-docs: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[docs]'
	touch $@

clean:
	rm -rf $(VENV) build *.egg-info
