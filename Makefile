# Every target makes what it needs: Python 3.11 or newer and make are enough.
# Environments are rebuilt when their lock or pyproject.toml changes (stamp files `.installed`).

PYTHONS := python3.13 python3.12 python3.11 python3 python
PYTHON ?= $(shell for p in $(PYTHONS); do \
	"$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 \
	&& command -v "$$p" && break; done)

HOST ?= 127.0.0.1
PORT ?= 8765
DB ?= data/jantaku.sqlite

DEV := .venv
RUN := .venv-run
BENCH := .venv-bench
SOURCES := engine protocol server tests bench

.DEFAULT_GOAL := help
.PHONY: help serve test check contracts bench peers full lint format types web lock clean

help: ## Say what there is
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

serve: $(RUN)/.installed ## Run a server on an embedded database (HOST, PORT, DB)
	@case "$(DB)" in *://*) ;; *) mkdir -p $(dir $(DB)) ;; esac
	$(RUN)/bin/jantaku serve --host $(HOST) --port $(PORT) --db $(DB)

# Tests in a browser by themselves, and few at a time: each browser takes a good part of a machine.
SIDE_BY_SIDE := -n auto --dist loadfile

test: $(DEV)/.installed ## Quick tests
	$(DEV)/bin/python -m pytest $(SIDE_BY_SIDE) --ignore=tests/web
	$(DEV)/bin/python -m pytest $(SIDE_BY_SIDE) --maxprocesses 2 tests/web

check: lint types contracts web ## Style, types and contracts

contracts: $(DEV)/.installed ## Committed schema, locks, import directions
	$(DEV)/bin/python -m pip check
	$(DEV)/bin/jantaku schema | diff protocol/schema.json -
	$(DEV)/bin/python -m pytest -q tests/test_project.py tests/test_imports.py

lint: $(DEV)/.installed ## Style
	$(DEV)/bin/ruff check $(SOURCES)
	$(DEV)/bin/ruff format --check $(SOURCES)

format: $(DEV)/.installed ## Put the style right
	$(DEV)/bin/ruff check --fix $(SOURCES)
	$(DEV)/bin/ruff format $(SOURCES)

types: $(DEV)/.installed ## mypy --strict
	$(DEV)/bin/mypy

# Only these need node; without it they are skipped, and CI has it.
ifneq ($(shell command -v npm 2>/dev/null),)
web: node_modules/.package-lock.json ## Types and tests of the browser client's modules
	npm run --silent types
	npm test --silent

node_modules/.package-lock.json: package.json package-lock.json .npmrc
	npm ci --silent --no-audit --no-fund
	@touch $@
else
web:
	@echo "make web: skipped, there is no npm here (Node.js 20 or newer has it)"
endif

# Every module of bench/ that can be run, one after the other: they measure time.
BENCHES = $(basename $(notdir $(shell grep -l '__name__ == "__main__"' bench/*.py)))

bench: $(BENCH)/.installed ## The measured claims, beside other implementations
	@set -e; for name in $(BENCHES); do \
		echo "== bench.$$name"; $(BENCH)/bin/python -m bench.$$name; done

peers: $(BENCH)/.installed ## Play and value hands beside other implementations, a sample
	$(BENCH)/bin/python -m pytest -q tests/differential tests/engine/riichi/test_score.py \
		tests/server/records/test_foreign_readers.py

full: $(BENCH)/.installed ## Everything that takes long: all tests on all real games, benches
	$(BENCH)/bin/python -m pytest --full
	$(MAKE) bench
	$(BENCH)/bin/python -m bench.soak --tables 300 --minutes 30 --check

# The locks hold no index address, so they install from whatever index pip is set up with.
LOCK := $(DEV)/bin/pip-compile --quiet --generate-hashes --strip-extras --allow-unsafe --no-header --no-annotate \
	--no-emit-index-url --no-emit-trusted-host --no-emit-find-links $(LOCKFLAGS)

lock: $(DEV)/.installed ## Write requirements/*.txt anew (LOCKFLAGS=--upgrade for newer versions)
	$(LOCK) --all-build-deps --only-build-deps -o requirements/build.txt pyproject.toml
	$(LOCK) -c requirements/build.txt -o requirements/run.txt pyproject.toml
	$(LOCK) -c requirements/build.txt -c requirements/run.txt \
		--extra test -o requirements/test.txt pyproject.toml
	$(LOCK) -c requirements/build.txt -c requirements/test.txt \
		--extra test --extra bench -o requirements/bench.txt pyproject.toml

clean: ## Remove environments, caches and builds; data/ stays
	rm -rf $(DEV) $(RUN) $(BENCH) node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis dist build
	find $(SOURCES) -name __pycache__ -type d -prune -exec rm -rf {} +

$(RUN)/.installed: requirements/run.txt
$(DEV)/.installed: requirements/test.txt
$(BENCH)/.installed: requirements/bench.txt

# Hashes are required of everything; the package itself is built with the locked backend.
%/.installed: requirements/build.txt pyproject.toml
	@test -n "$(PYTHON)" || { echo "make: none of $(PYTHONS) is Python 3.11 or newer;" \
		"install one, or name it: make PYTHON=/path/to/python" >&2; exit 1; }
	@test -x $*/bin/python || "$(PYTHON)" -m venv $*
	$*/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes \
		$(foreach lock,$(filter requirements/%,$^),-r $(lock))
	$*/bin/python -m pip install --quiet --disable-pip-version-check \
		--no-deps --no-build-isolation --editable .
	@touch $@
