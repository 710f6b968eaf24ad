PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready

.PHONY: play test lint bench format clean

play: $(READY)
	$(BIN)/hexfolio demo

test: lint
	$(BIN)/hexfolio check cases
	$(BIN)/hexfolio coverage
	$(BIN)/python -m pytest

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(READY)
	$(BIN)/python benchmarks/bench.py

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf $(VENV) build dist src/*.egg-info src/hexfolio/core/*.so

$(READY): pyproject.toml setup.py src/hexfolio/core/_kernel.c
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	touch $(READY)
