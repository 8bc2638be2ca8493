# `make demo` and `make test` need python3 >= 3.11 with pip, and make; they look after their own virtual environment.
# Another interpreter: make test PYTHON=python3.13

VENV := .venv
BIN := $(VENV)/bin
CORE := $(VENV)/installed-core
DEV := $(VENV)/installed-dev
REFERENCE := .venv-reference
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check
IS_NEW_ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do $$p -c '$(IS_NEW_ENOUGH)' 2>/dev/null && echo $$p && break; done)
TEST_PROCESSES ?= 2

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help demo test check bench wheel clean

help: ## Print this list
	@echo 'Targets of make:'
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: $(CORE) ## Install the core, play a task and print what happened
	@$(BIN)/python -m gaia2_gym.cli.demo

test: $(DEV) check ## Install everything for development, run the checks and the tests
	@$(BIN)/python -m pytest -n $(TEST_PROCESSES) --dist loadgroup -rs

check: $(DEV) ## Style, types and layers: ruff, mypy --strict, import-linter
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

bench: $(DEV) ## Measure speed and memory, beside the reference
	@$(MAKE) --silent $(REFERENCE)/installed || echo 'The reference cannot be installed here: measuring without it.' >&2
	@$(BIN)/python -m tests.bench.bench $(if $(JSON),--json $(JSON)) $$(test ! -e $(REFERENCE)/installed || echo --reference $(REFERENCE)/bin/python)

wheel: $(CORE) ## Build the wheel into dist/
	@$(PIP) wheel --no-deps --wheel-dir dist .
	@ls dist/*.whl

clean: ## Remove the virtual environment, caches and built files
	rm -rf $(VENV) $(REFERENCE) dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# A changed pyproject.toml means new dependencies: both installs are done again when they are next needed.
$(CORE): pyproject.toml | $(BIN)/python
	@echo 'Installing gaia2-gym into $(VENV) ...'
	@$(PIP) install -e .
	@touch $@

$(DEV): pyproject.toml | $(BIN)/python
	@echo 'Installing gaia2-gym and the tools of development into $(VENV) ...'
	@$(PIP) install -e '.[dev]'
	@touch $@ $(CORE)

$(REFERENCE)/installed: | $(BIN)/python
	@echo 'Installing the reference implementation into $(REFERENCE), for comparison ...' >&2
	@$(BIN)/python -m venv --clear --without-pip $(REFERENCE)
	@$(PIP) --python $(REFERENCE)/bin/python install meta-agents-research-environments==1.2.0
	@touch $@

# Some systems ship venv without ensurepip; there the system's pip puts pip into the new environment.
$(BIN)/python:
	@test -n '$(PYTHON)' || { echo 'gaia2-gym needs Python 3.11 or newer: install it, or name it with PYTHON=...' >&2; exit 1; }
	@echo 'Creating $(VENV) with $(PYTHON) ...'
	@$(PYTHON) -m venv $(VENV) 2>/dev/null \
		|| { $(PYTHON) -m venv --clear --without-pip $(VENV) && $(PYTHON) -m pip --quiet --python $(BIN)/python install pip; } \
		|| { rm -rf $(VENV); echo '$(PYTHON) could not create a virtual environment' >&2; exit 1; }
