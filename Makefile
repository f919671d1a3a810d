# make play       set everything up and open the games in a browser
# make test       set everything up and run the tests (no root, no browser, under 10 minutes on two cores)
# make test-all   what is slow or needs more, installed here too
# make test-gpu   on a machine with a CUDA device: every game the same there, byte for byte, and how fast
# make bench      how fast everything is here, beside other engines
# make lint       ruff and mypy;  make pins  renew the lock files (needs uv)

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check
PAGE := $(shell find frontend -type f -not -path '*/node_modules/*' 2>/dev/null) hatch_build.py

.PHONY: play test test-all test-gpu screenshots bench lint pins clean

play: .venv/page
	@$(BIN)/tabor serve --open

test: .venv/ready lint
	$(BIN)/pytest

test-all: .venv/ready-all .venv/page .venv/chromium .venv/proxies .venv/bubblewrap
	$(BIN)/pytest -m slow

screenshots: .venv/ready-all .venv/page .venv/chromium
	cd tests && ../$(BIN)/python -m browser.screenshots

test-gpu: .venv/ready-all
	$(BIN)/python tests/gpu/run.py

bench: .venv/ready-all
	$(BIN)/tabor bench
	$(BIN)/python bench/peers.py

lint: .venv/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# pip refuses hashes together with an editable project: the pinned parts come first, then the project alone.
.venv/ready: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; v = sys.version_info; sys.exit(v < (3, 11) and f"Tabor needs Python 3.11 or newer; $(PYTHON) is {v[0]}.{v[1]}. Try: make $(MAKECMDGOALS) PYTHON=python3.12")'
	@echo "Setting up .venv (once, about a minute) …"
	@$(PYTHON) -m venv .venv
	@$(PIP) install --require-hashes --only-binary :all: -r requirements.lock
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

.venv/ready-all: requirements-all.lock .venv/ready
	@echo "Adding what the slow tests need (once) …"
	@$(PIP) install --require-hashes --only-binary :all: --no-binary chess -r requirements-all.lock  # chess has no wheel
	@touch $@

# The browser client is built as a part of installing the project; see hatch_build.py.
.venv/page: .venv/ready $(PAGE)
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

# Browser tests drive Debian's chromium; the fonts are for screenshots.
.venv/chromium: .venv/ready
	@command -v chromium >/dev/null || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; } || \
	  { echo "The browser tests need chromium: install the package chromium, then run make again."; exit 1; }
	@command -v chromium >/dev/null || { echo "Installing chromium (once) …"; apt-get -qq update && \
	  apt-get -qq install -y --no-install-recommends chromium fonts-dejavu-core >/dev/null; }
	@touch $@

# What docs/serving.md says about them is run.
.venv/proxies: .venv/ready
	@{ command -v nginx && command -v caddy; } >/dev/null || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; } || \
	  { echo "The tests of TLS need the packages nginx and caddy: install them, then run make again."; exit 1; }
	@{ command -v nginx && command -v caddy; } >/dev/null || { echo "Installing nginx and caddy (once) …"; \
	  apt-get -qq update && apt-get -qq install -y --no-install-recommends nginx caddy openssl >/dev/null; }
	@touch $@

# The walls round bots are tried with Debian's bubblewrap.
.venv/bubblewrap: .venv/ready
	@command -v bwrap >/dev/null || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; } || \
	  { echo "The tests of the cage need bubblewrap: install the package bubblewrap, then run make again."; exit 1; }
	@command -v bwrap >/dev/null || { echo "Installing bubblewrap (once) …"; apt-get -qq update && \
	  apt-get -qq install -y --no-install-recommends bubblewrap >/dev/null; }
	@touch $@

pins:
	uv pip compile -q --universal --generate-hashes --python-version 3.11 --no-header pyproject.toml --group test -o requirements.lock
	uv pip compile -q --universal --generate-hashes --python-version 3.11 --no-header pyproject.toml --group test --group bench --group postgres --group ray --extra gpu --extra envs --extra lab -o requirements-all.lock

clean:
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis frontend/node_modules src/tabor/server/static src/tabor/report/static
