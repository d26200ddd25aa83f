# `make play` and `make test` set up everything they need inside this checkout.
PYTHON ?= python3
UV := .tools/bin/uv
RUN := .venv/bin/python -m
# One more than there are cores: tests of servers and browsers wait a third of their time.
WORKERS ?= 3

SHEET ?=
.PHONY: play test lint types unit slow faults learning numba docs sheet setup pins audit sizes bench clean

play: .venv/play
	@$(RUN) wartable serve

# Types are checked beside the rest, which waits now and then.
test: lint
	@$(MAKE) --no-print-directory --jobs=2 types unit

lint: setup
	$(RUN) ruff check .
	$(RUN) ruff format --check .
	@.venv/bin/python tools/build_static.py lint

types: setup
	$(RUN) mypy

# What all processes share is made once before: Python's own code of sources and tests, and the compiled rules of each
# game.
# To prepare assertions for the case that one fails takes each worker ten seconds: that is done for those that failed.
# Tracebacks are Python's own: pytest's parse sources, which fails where another thread does so (Python 3.11).
unit: setup
	$(RUN) compileall -q src tests
	$(RUN) wartable compile
	@echo '$(PYTEST) --assert=plain --tb=native'
	@$(PYTEST) --assert=plain --tb=native || { $(RUN) pytest -q --last-failed --last-failed-no-failures=none; exit 1; }

PYTEST = $(RUN) pytest -q -n $(WORKERS) --dist worksteal -m "not slow"

# Whole games of every kind in a browser, every game through the lab, a cluster, and other long runs.
slow: setup .venv/docs
	$(RUN) wartable compile
	$(RUN) pytest -q -m slow

# What the server stands: databases and processes that are killed, frozen and cut off, two versions side by side, and
# hostile clients, each attack beside a hundred honest matches. It prints the figures of docs/research/server.md.
faults: setup
	$(RUN) wartable compile
	$(RUN) pytest -q -s tests/server/test_faults.py tests/server/test_durability.py tests/server/test_older_rules.py
	.venv/bin/python benchmarks/load.py --attacks --matches 100 --rate 100 --seconds 20

# `wartable train`, the text table in other libraries and the examples for them, with what they need. The other targets
# skip these tests.
learning: .venv/learning
	$(RUN) wartable compile metals
	$(RUN) pytest -q -rs tests/train tests/test_learning_examples.py tests/text/test_textarena.py tests/text/test_openenv.py

# The compiler's tests with each minor version of Numba that pyproject.toml allows.
NUMBAS ?= 0.64.0 0.65.1 0.66.0 0.67.0 0.68.1
numba: setup
	.venv/bin/python tools/try_numba.py $(NUMBAS)

# The documentation site, in build/site; it can be read and searched without a network.
docs: .venv/docs
	NUMBA_DISABLE_JIT=1 .venv/bin/python tools/build_docs.py

# Pictures of every game, phase, player count, size and theme in build/sheet, and a list of what is wrong with them;
# make sheet SHEET="metals --sizes 390" makes some of them.
sheet: setup
	.venv/bin/python tools/make_sheet.py $(SHEET)

setup: .venv/ready

$(UV): tools/uv.txt
	@$(PYTHON) -c 'import sys; sys.exit("Wartable needs Python 3.11 or newer; this is " + sys.version.split()[0] + " (make PYTHON=...)" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv --clear .tools
	.tools/bin/python -m pip install --quiet --require-hashes -r tools/uv.txt
	@touch $(UV)

INSTALL = $(UV) pip install --quiet --python .venv --compile-bytecode --constraints constraints.txt

# What playing needs.
.venv/play: $(UV) pyproject.toml constraints.txt
	$(UV) venv --quiet --allow-existing --python $(PYTHON) .venv
	$(INSTALL) --build-constraints constraints.txt --editable .
	@touch .venv/play

# And what testing needs.
.venv/ready: .venv/play
	$(INSTALL) --group dev
	@touch .venv/ready

# What learns: some gigabytes. JAX is pinned with what benchmarks/peers.py compares with.
.venv/learning: .venv/ready
	$(INSTALL) --editable ".[train,adapters,textarena,openenv]" jax
	@touch .venv/learning

# What the documentation site is built with.
.venv/docs: .venv/play
	$(INSTALL) --group docs
	@touch .venv/docs

# Pin the newest versions that pyproject.toml allows: versions and hashes, no addresses.
# `make pins UPGRADE=` keeps the versions that are pinned, and only adds and drops.
UPGRADE ?= --upgrade
pins: $(UV)
	$(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
		--no-emit-index-url --no-emit-find-links $(UPGRADE) --all-extras --group dev --group build \
		--group docs --group peers pyproject.toml --output-file constraints.txt

# Known vulnerabilities of what is pinned, by the public lists of advisories; it needs the network.
audit: $(UV)
	$(UV) tool run pip-audit --disable-pip --require-hashes --requirement constraints.txt
	cd web && npm audit --audit-level=moderate

# The megabytes of the base install and of each extra, as docs/install.md lists them.
sizes: $(UV)
	$(PYTHON) tools/install_sizes.py

bench: setup
	$(RUN) wartable bench

clean:
	rm -rf .venv .tools build dist src/wartable/static
