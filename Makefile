# Every target makes .venv first and installs exactly what the lock files pin.
PYTHON ?= python3
VENV   := .venv
PY     := $(VENV)/bin/python
SERVE  := $(VENV)/.serve
TEST   := $(VENV)/.test
ARGS   ?=

.PHONY: serve test bench soak lint audit lock fonts clean

serve: $(SERVE)
	exec $(PY) -m app

test: $(TEST)
	$(PY) -m tests.chromium
	$(PY) -m pytest $(ARGS)

bench: $(TEST)
	$(PY) -m tests.chromium
	$(PY) -m tests.bench $(if $(JSON),--json $(JSON)) $(ARGS)

# Minutes of load, faults and abuse; it ends by itself.  ROWS="idle kills" runs some of them.
soak: $(TEST)
	$(PY) -m tests.chromium
	$(PY) -m tests.soak $(if $(JSON),--json $(JSON)) $(ROWS)

lint: $(TEST)
	$(PY) -m ruff check .
	$(PY) -m pytest -q tests/test_layers.py

# Known weaknesses of what the lock file pins.  It asks the index's advisory service, and fails without one.
audit: $(PY)
	$(PY) -m venv build/audit
	build/audit/bin/pip install -q --disable-pip-version-check pip-audit==2.10.1
	build/audit/bin/pip-audit --strict --require-hashes --disable-pip -r requirements.lock

# uv resolves for every Python and platform at once; pip installs the result.
lock:
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-annotate --no-header \
	  pyproject.toml -o requirements.lock
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-annotate --no-header \
	  --extra test -c requirements.lock pyproject.toml -o requirements-test.lock

# The fonts are in the repository.  This makes them again, from the packages that publish them.
FONTS := app/static/fonts
fonts: $(PY)
	mkdir -p build/fonts
	$(PY) -m venv build/fonts/venv
	build/fonts/venv/bin/pip install -q fonttools==4.68.0 brotli==1.2.1
	for name in text math; do \
	  npm pack --silent --pack-destination build/fonts @fontsource/stix-two-$$name@5.3.0; \
	  tar xzf build/fonts/fontsource-stix-two-$$name-5.3.0.tgz -C build/fonts --one-top-level=$$name; \
	done
	for face in 400-normal 400-italic 600-normal; do \
	  cp build/fonts/text/package/files/stix-two-text-latin-$$face.woff2 $(FONTS)/stix-two-text-$$face.woff2; \
	done
	cp build/fonts/text/package/LICENSE $(FONTS)/OFL.txt
	build/fonts/venv/bin/pyftsubset build/fonts/math/package/files/stix-two-math-latin-400-normal.woff2 \
	  --unicodes-file=$(FONTS)/math-unicodes.txt --layout-features=ssty,dtls,flac,ccmp,mark,mkmk --no-hinting \
	  --flavor=woff2 --output-file=$(FONTS)/stix-two-math.woff2
	# MathML lets an index drop with the tail of its letter, where print does not: μ and ρ want theirs level.
	build/fonts/venv/bin/python -c "from fontTools.ttLib import TTFont; \
	  font = TTFont('$(FONTS)/stix-two-math.woff2'); \
	  font['MATH'].table.MathConstants.SubscriptBaselineDropMin.Value = -150; \
	  font.save('$(FONTS)/stix-two-math.woff2')"

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
