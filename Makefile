# Needs git, make and Python >= 3.11. Everything else goes into .venv.
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.ready

# Tests start a hundred processes, and each would compile all modules anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help demo test test-all check lint types contracts words goldens docs web recording release release-check address neovim-branch bench clean

help:
	@echo "make demo    review examples/delivery: a learned domain against its reference"
	@echo "make test    run the quick tests: a minute and a half on two cores"
	@echo "make test-all  run the slow and the long tests as well: half an hour"
	@echo "make check   lint, types, import contracts and the words of texts"
	@echo "make goldens rewrite the expected outputs; read the diff before you commit it"
	@echo "make docs    build the documentation as a site, into build/site"
	@echo "make web     build the page in the browser, into build/web; make docs puts it into the site"
	@echo "make recording  record the viewer again, into docs/images/recording.svg"
	@echo "make release-check  say what stands in the way of a release; make release builds its files"
	@echo "make bench   measure against other parsers, as ratios"

# uv brings a Python where there is none that is new enough.
$(STAMP): pyproject.toml
	@if $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then python=$(PYTHON); \
	elif command -v uv >/dev/null 2>&1; then python='>=3.11'; \
	else \
	  echo "Python 3.11 or newer is needed, and $(PYTHON) is $$($(PYTHON) --version 2>/dev/null || echo not there)." >&2; \
	  echo "Name another one, as in: make PYTHON=python3.12 demo; or install uv, which brings one." >&2; \
	  exit 1; \
	fi; \
	if command -v uv >/dev/null 2>&1; then \
	  uv venv --quiet --allow-existing --python "$$python" .venv && uv pip install --quiet --python $(BIN)/python --group dev -e .; \
	else \
	  "$$python" -m venv .venv && $(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade "pip>=25.1" \
	  && $(BIN)/python -m pip install --quiet --disable-pip-version-check --group dev -e .; \
	fi
	@touch $(STAMP)

demo: $(STAMP)
	@$(BIN)/plandiff --exit-zero examples/delivery/learned.pddl examples/delivery/reference.pddl

# In a new clone each process of tests would compile the sources.
test: $(STAMP)
	@$(BIN)/python -m compileall -q -j 0 manual planlsp shared tui
	$(BIN)/python -m pytest -q -n auto --dist worksteal -m "not editor and not long and not slow"

test-all: $(STAMP)
	$(BIN)/python -m pytest -q -n auto --dist worksteal --timeout 900 -m "not editor"

check: lint types contracts words

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(STAMP)
	$(BIN)/mypy

contracts: $(STAMP)
	$(BIN)/lint-imports

words: $(STAMP)
	$(BIN)/python -m pytest -q -n 0 tests/architecture/test_words.py

goldens: $(STAMP)
	$(BIN)/python docs/notebook.py
	UPDATE_GOLDENS=1 $(BIN)/python -m pytest -q -m "not editor and not long"

docs: $(STAMP)
	@if command -v uv >/dev/null 2>&1; then uv pip install --quiet --python $(BIN)/python --group docs; \
	else $(BIN)/python -m pip install --quiet --disable-pip-version-check --group docs; fi
	$(BIN)/python -m manual site

web: $(STAMP)
	$(BIN)/python -m manual web

recording: $(STAMP)
	$(BIN)/python -m manual recording

release release-check address neovim-branch: $(STAMP)
	@URL="$(URL)" $(BIN)/python -m manual $@

bench: $(STAMP)
	@if command -v uv >/dev/null 2>&1; then uv pip install --quiet --python $(BIN)/python --group bench; \
	else $(BIN)/python -m pip install --quiet --disable-pip-version-check --group bench; fi
	$(BIN)/python -m bench

clean:
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
