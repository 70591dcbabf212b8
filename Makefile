# Every target makes .venv first and installs exactly what the lock files pin.
PYTHON ?= python3
VENV   := .venv
PY     := $(VENV)/bin/python
SERVE  := $(VENV)/.serve
TEST   := $(VENV)/.test
ARGS   ?=

.PHONY: serve test bench lint lock clean

serve: $(SERVE)
	exec $(PY) -m app

test: $(TEST)
	$(PY) -m tests.chromium
	$(PY) -m pytest $(ARGS)

bench: $(TEST)
	$(PY) -m tests.chromium
	$(PY) -m tests.bench $(if $(JSON),--json $(JSON)) $(ARGS)

lint: $(TEST)
	$(PY) -m ruff check .
	$(PY) -m pytest -q tests/test_layers.py

# uv resolves for every Python and platform at once; pip installs the result.
lock:
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-annotate --no-header \
	  pyproject.toml -o requirements.lock
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-annotate --no-header \
	  --extra test -c requirements.lock pyproject.toml -o requirements-test.lock

clean:
	rm -rf $(VENV)

$(PY):
	$(PYTHON) -c 'import sys; sys.exit(None if sys.version_info >= (3, 11) else "Python 3.11 or newer is needed; set PYTHON=")'
	$(PYTHON) -m venv $(VENV)

$(SERVE): requirements.lock | $(PY)
	$(PY) -m pip install -q --disable-pip-version-check --require-hashes -r requirements.lock
	touch $@

$(TEST): requirements-test.lock | $(PY)
	$(PY) -m pip install -q --disable-pip-version-check --require-hashes -r requirements-test.lock
	touch $@
