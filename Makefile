PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
STATIC := src/hexfolio/server/static/index.html
NODE_READY := web/node_modules/.package-lock.json
WEB_SOURCES := $(shell find web/src web/public web/index.html web/vite.config.ts -type f 2>/dev/null)

MUTANTS ?= --seed 1 --count 150

.PHONY: play demo web test lint python-test web-test browser-test oracles mutants bench load format clean

play: $(READY) $(STATIC)
	$(BIN)/hexfolio serve --open

demo: $(READY)
	$(BIN)/hexfolio demo

web: $(STATIC)

test: lint python-test web-test browser-test

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

python-test: $(READY)
	$(BIN)/hexfolio check cases --coverage
	$(BIN)/python -m pytest -n auto

web-test: $(STATIC)
	cd web && npm run lint && npm run check && npm test

browser-test: $(READY) $(STATIC)
	web/e2e/browser
	cd web && npx playwright test

oracles: $(READY)
	$(BIN)/python -m tests.oracles --maps 10000

mutants: $(READY)
	PYTHONPATH=tests $(BIN)/python -m random_mutants $(MUTANTS)

bench: $(READY)
	$(BIN)/python benchmarks/bench.py
	$(BIN)/python benchmarks/players.py

load: $(READY)
	$(BIN)/python benchmarks/load.py

format: $(READY) $(NODE_READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	cd web && npm run format

clean:
	rm -rf $(VENV) build dist src/*.egg-info src/hexfolio/core/*.so web/node_modules src/hexfolio/server/static

$(READY): pyproject.toml setup.py src/hexfolio/core/_kernel.c
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	touch $(READY)

$(NODE_READY): web/package.json web/package-lock.json
	# Not “npm ci”: it insists on optional packages for every other platform.
	cd web && npm install --no-audit --no-fund --no-save
	touch $(NODE_READY)

web/openapi.json: $(READY) $(wildcard src/hexfolio/server/*.py)
	$(BIN)/hexfolio openapi --out web/openapi.json

$(STATIC): $(NODE_READY) web/openapi.json $(WEB_SOURCES)
	cd web && npm run build
