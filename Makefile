# make play · make test · make bench · make docs · make clean
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin

.DEFAULT_GOAL := help
unexport PYTHONDONTWRITEBYTECODE  # the program is started often: what was compiled is kept
.NOTPARALLEL:  # one environment, one pip at a time
.PHONY: help play test train lint types layers pytest test-oracles test-browser test-gpu test-cluster screenshots bench docs tables clean

help:  ## show the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

# One stamp for each set of extras, so that a target installs only what it needs. Of that Python
# compiles what it imports.
$(VENV)/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "villain needs Python 3.11 or newer; say e.g. make PYTHON=python3.12 test" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/with-%: pyproject.toml | $(VENV)/pip
	$(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check -e '.$(if $(filter-out nothing,$*),[$*])'
	@touch $@

play: $(VENV)/with-nothing  ## set up, then play against agents in the browser
	@$(BIN)/villain play

test: $(VENV)/with-dev  ## set up and run every check, as CI does
	$(MAKE) -j 2 lint types layers pytest

lint: $(VENV)/with-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/with-dev
	$(BIN)/mypy

layers: $(VENV)/with-dev
	$(BIN)/lint-imports

pytest: $(VENV)/with-dev
	$(BIN)/pytest -n auto --maxprocesses 4 -m "not slow and not browser and not gpu and not cluster"

test-oracles: $(VENV)/with-dev  ## the long checks: oracles, fuzz, all real hands (half an hour)
	$(BIN)/pytest -m slow

test-browser: $(VENV)/with-dev $(VENV)/with-browser  ## play the page in a real browser
	@command -v chromium >/dev/null || $(BIN)/playwright install chromium
	$(BIN)/pytest -m browser tests/browser tests/web/test_bundle.py

test-gpu: $(VENV)/with-dev $(VENV)/with-train  ## what is solved on a GPU, beside the solver
	$(BIN)/pytest -m gpu tests/training

test-cluster: $(VENV)/with-dev $(VENV)/with-cluster  ## real clusters of Ray and Dask on this machine
	$(BIN)/pytest -m cluster tests/cluster

screenshots: $(VENV)/with-dev $(VENV)/with-browser  ## take the pictures of the manual anew
	$(BIN)/python -m tests.browser.screenshots

bench: $(VENV)/with-bench  ## speed against eval7, phevaluator, treys, pokerkit and OpenSpiel
	$(BIN)/python -m benchmarks

docs: $(VENV)/with-docs  ## build the manual into docs/_build/html
	$(BIN)/sphinx-build -q -W --keep-going -b html docs docs/_build/html
	@echo "open docs/_build/html/index.html"

tables: $(VENV)/with-nothing  ## recompute every shipped data file (minutes)
	$(BIN)/python -m villain.kernels.make_tables
	$(BIN)/python -m villain.strength.make_preflop
	$(BIN)/python -m villain.strength.make_flop_tables
	$(BIN)/python -m villain.strength.make_income
	$(BIN)/python -m villain.strength.make_iterated_income
	$(BIN)/python -m villain.models.memory.make_general

# The weights of the crowd anew, on a machine with a GPU: make train HANDS=folder STREAMS=folder
HANDS ?= ../shared/data
STREAMS ?= streams
CROWD := src/villain/models/crowd/crowd.npz
TRAINED := ps25 ps200 ftp50 ftp ong400 ong ps irc
JUDGED := deepstack pty
$(STREAMS)/ps25.npz: $(HANDS)/handhq/PS_25NLH.tar.xz
$(STREAMS)/ps200.npz: $(HANDS)/handhq/PS_200NLH.tar.xz
$(STREAMS)/ftp50.npz: $(HANDS)/handhq/FTP_50NLH.tar.xz
$(STREAMS)/ftp.npz: $(HANDS)/handhq/FTP_1000NLH.tar.xz
$(STREAMS)/ong400.npz: $(HANDS)/handhq/ONG_400NLH.tar.xz
$(STREAMS)/ong.npz: $(HANDS)/handhq/ONG_1000NLH.tar.xz
$(STREAMS)/ps.npz: $(HANDS)/handhq/PS_50NLH_headsup_only.tar.xz
$(STREAMS)/pty.npz: $(HANDS)/handhq/PTY_25NLH.tar.xz
$(STREAMS)/irc.npz: $(HANDS)/irc/irc-199504.tar.xz
$(STREAMS)/deepstack.npz: $(HANDS)/deepstack/deepstack-heads-up.log.xz
$(STREAMS)/paths.npz: | $(VENV)/with-train
	$(BIN)/python -m training.crowd.paths --out $@
$(STREAMS)/%.npz: | $(VENV)/with-train
	$(BIN)/python -m training.crowd.streams $< --out $@

train: $(foreach name,$(TRAINED) $(JUDGED) paths,$(STREAMS)/$(name).npz)  ## train the crowd's network (needs a GPU and hands)
	$(BIN)/python -m training.crowd.train --data $(STREAMS) --train $(TRAINED) --judge $(JUDGED) irc --out $(STREAMS)/crowd.npz
	cp $(STREAMS)/crowd.npz $(CROWD)
	$(BIN)/python -m training.crowd.record
	$(BIN)/python -m training.crowd.people --data $(STREAMS) --out $(dir $(CROWD))people.npz

clean:  ## remove the environment, caches and built documents
	rm -rf $(VENV) build dist docs/_build .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
