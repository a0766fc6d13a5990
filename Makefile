# run: the site with its demo catalogue   check: linters and types   bench: benchmarks   drill: failure drills, the long form
# test: what each change needs   test-all: every test   test-quick: those of what you are changing   flake: one test, many times
# fuzz: properties and fuzz targets with new inputs   snapshot: the files of a release   docs: the site of docs/   screenshots: its pictures
.PHONY: $(shell sed -n 's/^\([a-z][a-z0-9-]*\):.*/\1/p' $(MAKEFILE_LIST))
export CGO_ENABLED = 0
# -trimpath leaves the folder's path out of compiled packages, so the build cache works for programs, tests and other clones alike.
export GOFLAGS := -trimpath $(GOFLAGS)
# Property tests use the same inputs in each run, and a failure writes no file that the next run would read.
export RAPID_SEED = 1
export RAPID_NOFAILFILE = true
# Translated C with its own memory, and packages that draw, compress or hash their input: the race detector finds nothing there.
NO_RACE = $(foreach packages,modernc.org/sqlite/lib modernc.org/libquickjs modernc.org/libc/... golang.org/x/image/... image/... \
	compress/... golang.org/x/crypto/argon2 golang.org/x/crypto/blake2b,-gcflags=$(packages)=-race=false)
MODULES = web/node_modules/.package-lock.json

run: build
	bin/vitrine serve --demo
build: web/dist/server/entry-server.js web/dist/notices.json
	go build -ldflags '-s -w' -o bin/vitrine ./cmd/vitrine

$(MODULES): web/package-lock.json
	cd web && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@
web/dist/server/entry-server.js: $(MODULES) $(shell find web/src web/public web/*.ts web/package.json -type f 2>/dev/null)
	cd web && npm run --silent build
# Fails if the program would contain software under a license that it may not.
web/dist/notices.json: $(MODULES) go.mod $(wildcard .ci/licences/*)
	go -C .ci/licences run . ../../web/dist/notices.json

dev: build # Vite serves the front end and proxies /api to the binary, which is not rebuilt
	bin/vitrine serve --demo --addr 127.0.0.1:8081 & trap "kill $$!" EXIT; cd web && npm run dev
# The site of docs/: docs/.vitepress/dist. The pictures in it are taken from the real program by `make screenshots`.
docs: docs/node_modules/.package-lock.json
	cd docs && npm run --silent build
docs/node_modules/.package-lock.json: docs/package-lock.json
	cd docs && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@
screenshots: build
	cd web && npm run --silent screenshots
generate: $(MODULES)
	go test ./internal/app -run "TestDescription|TestPagesExport" -count=1 -update
	go test ./internal/store -run TestTables/browser -count=1 -update
	go test ./internal -run TestDrawing -count=1 -update
	cd web && npm run --silent generate

check: build
	.ci/parallel check-go check-web
check-go:
	go mod tidy -diff
	! gofmt -l api bench cmd deploy docs drill internal | grep . # prints what is not formatted
	go vet -tags bundle ./... && go tool staticcheck -tags bundle ./...
	$$(go -C .ci/actionlint tool -n actionlint) -shellcheck= -pyflakes= # .github/workflows
	! command -v goreleaser >/dev/null || goreleaser check --quiet
check-systems:
	for system in windows/amd64 darwin/arm64; do echo "go vet $$system"; \
	  GOOS=$${system%/*} GOARCH=$${system#*/} go vet ./cmd/... ./internal/... || exit; done
check-web:
	cd web && npm run --silent check

test:
	.ci/test
test-all:
	.ci/test all
test-quick:
	.ci/quick
flake:
	.ci/flake
# What the rules of CONTRIBUTING.md count.
house:
	.ci/house
# Takes a feature out of a copy, and builds and tests the rest: make without FEATURE=newsletter
without: build
	go run ./.ci/without $(FEATURE)
# Small wrong changes, each of which a test must see.
mutations: build
	.ci/tools
	.ci/mutations/run
tools:
	.ci/tools
# Tests keep their databases in memory where there is room: on a disk PostgreSQL takes up to half a second to make one. What Go
# compiles stays on the disk.
MEMORY := $(shell df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 && $$6 == "/dev/shm" && $$4 > 4000000 { print $$6 }')
ifneq ($(MEMORY),)
test-race test-go test-drill test-drill-smoke e2e: export GOTMPDIR := $(or $(GOTMPDIR),$(TMPDIR),/tmp)
test-race test-go test-drill test-drill-smoke e2e: export TMPDIR := $(MEMORY)
endif
GO_TEST = go test -vet=off -shuffle=on -parallel 8 -timeout 40m
test-go:
	$(GO_TEST) $$(go list ./... | grep -vE '/(deploy|drill)$$')
	go test -vet=off -tags bundle ./internal/pages
	go test -vet=off -run 'Settings|Alerts' ./deploy
	go -C .ci/licences test
# With the race detector: these packages, or all.
RACED ?= ./cmd/... ./internal/...
test-race:
	CGO_ENABLED=1 $(GO_TEST) -race $(NO_RACE) $(RACED)
test-packages:
	$(GO_TEST) ./deploy
	! command -v goreleaser >/dev/null || $(MAKE) snapshot
DRILL = go test -vet=off -count=1 -parallel 4 -timeout 40m ./drill
test-drill:
	$(DRILL)
# A site that is killed, on a full disk, and without its database.
test-drill-smoke:
	$(DRILL) -run '^Test(ProcessEnds|Disk|PostgreSQL)$$/^(kill_-9|full|stopped)'
test-web:
	cd web && npm run --silent test
e2e: build bin/vitrine-plain
	cd web && npm run --silent e2e
# The program with a script that cannot render, for web/e2e/plain.spec.ts.
bin/vitrine-plain: bin/vitrine
	{ cat web/dist/server/entry-server.js; echo ';vitrine.render = () => { throw new Error("as the test wants it"); };'; } >bin/broken-script.js
	echo '{"Replace": {"$(CURDIR)/web/dist/server/entry-server.js": "$(CURDIR)/bin/broken-script.js"}}' >bin/overlay.json
	go build -overlay bin/overlay.json -o $@ ./cmd/vitrine
fuzz: build
	.ci/fuzz
	cd web && npm run --silent fuzz
snapshot: build
	.ci/snapshot
bench: build
	go run ./bench
drill: build
	go test ./drill -count=1 -v -timeout 200m -args -full
