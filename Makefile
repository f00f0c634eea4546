# make play    set up everything and watch an Expert game being won   (LEVEL=beginner ARGS=--record)
# make check   format, types, imports, and the quick tests that need no browser, compiler or game
# make test    set up everything and run all tests                    (TESTS=tests/engine)
# make test-long   everything that is left out of it, by parts, as each night    (PART=vision)
# make test-windows   run tests, and play, in Windows' Python, which Debian's Wine runs
# make wheel   build the package and its sources in dist/, and try it in an empty environment
# make wheel-windows   build the package for Windows in dist/, and try it in Windows' Python
# make npm     build the package for JavaScript in dist/
# make page    build the page and open it in the browser
# make site    build the page as static files in site/, for any web server
# make docs    build the documents and the reference as a site in build/docs/
# make setup   only prepare .venv, in the versions that constraints.txt names
# make lock    renew constraints.txt

PYTHON ?= $(firstword $(foreach p,python3 python3.14 python3.13 python3.12 python3.11,$(shell $(p) -c \
	'import sys; print("$(p)" if sys.version_info >= (3, 11) else "")' 2>/dev/null)))
LEVEL ?= expert
ARGS ?=
TESTS ?=
NEEDED ?=

SOURCES := pyproject.toml CMakeLists.txt $(wildcard engine/*/*.cpp engine/*/*.h)

# The versions that are installed, of what packages are built with, too (newer ones of pip want that
# said apart). A relative name, as pip takes a blank in one for its end.
PINNED := PIP_CONSTRAINT=constraints.txt PIP_BUILD_CONSTRAINT=constraints.txt
PIP := $(PINNED) .venv/bin/python -m pip
INSTALL := $(PIP) install -qq --disable-pip-version-check

# What the package is built with is in .venv, not in an environment made for each build: at another
# path all of it would be compiled again, for the wheel, too.
BUILT_WITH = $$(.venv/bin/python -c \
	'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"])') cmake ninja

# Every process that the tests start would compile all modules anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play check test test-long test-windows modules tests wheel other-wheel wheel-windows npm page site docs setup games packages lock clean
.DELETE_ON_ERROR:

play: packages .venv/.ready
	@.venv/bin/python -m mwagent --demo $(LEVEL) $(ARGS)

check: NEEDED = build
check: setup node_modules/.ready
	@.venv/bin/python -m pytest -n auto --dist worksteal -m "not slow and not screen and not compiler and not browser" \
		--ignore=tests/end_to_end --quick -q $(ARGS)

# While the package is compiled, the browser is installed.
test:
	@$(MAKE) --no-print-directory -j 3 NEEDED=build .venv/.tests .venv/.libcxx games
	@$(MAKE) --no-print-directory -j 2 modules tests

test-long:
	@$(MAKE) --no-print-directory -j 3 NEEDED=build .venv/.tests .venv/.libcxx games
	@$(MAKE) --no-print-directory modules
	@case "$(or $(PART),windows)" in *windows*) $(MAKE) --no-print-directory NEEDED=windows packages ;; esac
	@.venv/bin/python -m benchmarks.long_tests $(PART) $(ARGS)

# The tests of the page come late: what they need is compiled beside the first others.
modules:
	@-.venv/bin/python -m mwagent.web.build --engine >/dev/null

tests:
	@.venv/bin/python -m pytest -n auto --dist loadfile $(TESTS) $(ARGS)

wheel: setup .venv/.site
	@.venv/bin/python -m mwagent.web.build --engine >/dev/null
	@rm -f dist/*.whl dist/*.tar.gz
	@.venv/bin/python -c 'from scikit_build_core.build import build_sdist; build_sdist("dist")'
	@$(PIP) wheel -q --disable-pip-version-check --no-build-isolation --no-deps -w dist .
	@.venv/bin/python -m testbed.installed dist/*.whl
	@$(MAKE) --no-print-directory other-wheel

# A wheel with the stable ABI needs Python 3.12, and serves all that came after it; 3.11 has one of
# its own. Here that is built which the Python of .venv has not built.
OTHER := $(firstword $(foreach p,$(if $(findstring 3.11,$(shell .venv/bin/python --version 2>/dev/null)), \
	python3.12 python3.13 python3.14,python3.11),$(shell $(p) -c 'print("$(p)")' 2>/dev/null)))
OTHER_PIP := $(PINNED) build/other/bin/python -m pip

other-wheel:
	@test -n "$(OTHER)" || echo "there is no other Python here: this wheel serves $$(ls dist/*.whl) alone"
	@test -z "$(OTHER)" || { $(OTHER) -m venv build/other && \
		$(OTHER_PIP) wheel -q --disable-pip-version-check --no-deps -w dist . && \
		$(OTHER_PIP) install -qq --disable-pip-version-check -f dist mwagent && \
		build/other/bin/mwagent solve example_boards/2.csv >/dev/null && \
		build/other/bin/mwagent key example_boards/key/2.csv >/dev/null && echo "the wheel of $(OTHER) works, too"; }

# Both need Wine, which .ci/packages installs on Debian; the first time takes a quarter of an hour.
wheel-windows: NEEDED = windows
wheel-windows: setup
	@.venv/bin/python -m testbed.windows.wheel
	@MWAGENT_WINDOWS=1 .venv/bin/python -m pytest tests/windows -k wheel $(ARGS)

test-windows: NEEDED = windows
test-windows: setup
	@MWAGENT_WINDOWS=1 .venv/bin/python -m pytest tests/windows $(ARGS)

npm: packages .venv/.ready .venv/.site
	@.venv/bin/python -m mwagent.web.npm

page: packages .venv/.ready .venv/.site
	@.venv/bin/python -m mwagent.web.build --engine
	@.venv/bin/python -m mwagent page --open

site: packages .venv/.ready .venv/.site
	@.venv/bin/python -m mwagent.web.build

docs: packages .venv/.docs
	@NO_MKDOCS_2_WARNING=1 .venv/bin/python -m mkdocs build --quiet
	@echo "build/docs/index.html"

setup: packages .venv/.tests

# Programs of others that the tests play; without them these tests are left out.
games: packages
	@PYTHON="$(or $(PYTHON),python3)" .ci/packages
	@-PYTHON="$(or $(PYTHON),python3)" .ci/packages games

packages:
	@PYTHON="$(or $(PYTHON),python3)" .ci/packages $(NEEDED)
	@test -n "$(PYTHON)" || command -v python3 >/dev/null || exit 1
	@$(or $(PYTHON),python3) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "please install Python 3.11 or newer first, or name it: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }

.venv/bin/python: | packages
	@$(or $(PYTHON),python3) -m venv .venv

.venv/.ready: $(SOURCES) constraints.txt | .venv/bin/python
	@echo "preparing .venv (a few minutes, once)"
	@$(INSTALL) $(BUILT_WITH)
	@$(INSTALL) --no-build-isolation --no-deps -e .
	@$(INSTALL) 'mwagent[browser,wayland]'
	@touch $@

# What only tests and checks need. The package itself is installed already: this adds its extra.
.venv/.tests: .venv/.ready
	@$(INSTALL) --no-compile 'mwagent[test]'
	@touch $@

# What checks the scripts of the page, in the versions that package-lock.json names. The page itself
# needs none of it; without npm these checks are left out.
node_modules/.ready: package-lock.json
	@mkdir -p node_modules
	@if command -v npm >/dev/null; then npm ci --ignore-scripts --no-audit --no-fund --silent; \
		else echo "without npm the scripts of the page are not checked"; fi
	@touch $@

.venv/.docs: .venv/.ready
	@$(INSTALL) 'mwagent[docs,gym]'
	@touch $@

# The compiler for WebAssembly, a large download that the games do not need.
.venv/.site: pyproject.toml constraints.txt | .venv/bin/python
	@$(INSTALL) $$(.venv/bin/python -c \
		'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["site"])')
	@touch $@

# At its first use it makes its standard library, which takes longer than all of the page's modules:
# the tests do that while the package is compiled.
.venv/.libcxx: .venv/.site
	@echo '#include <vector>' | .venv/bin/python -m ziglang c++ -x c++ - -target wasm32-wasi \
		-mexec-model=reactor -Os -flto -std=c++20 -fno-exceptions -fno-rtti -s -o .venv/libcxx.wasm
	@touch $@

# The newest versions that pyproject.toml permits, for every Python and system that is served.
lock: .venv/bin/python
	@.venv/bin/python -m pip install -qq --disable-pip-version-check 'uv>=0.13,<0.14'
	@printf '%s\n' $(BUILT_WITH) | \
		.venv/bin/python -m uv pip compile -q --upgrade --universal --python-version 3.11 --all-extras \
		--no-annotate --no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" \
		-o constraints.txt pyproject.toml -

clean:
	rm -rf .venv node_modules build dist site mwagent/web/static/*/*.wasm .pytest_cache .mypy_cache .ruff_cache .hypothesis
