# Builds the engine under a given name, as OpenBench and similar tools need it: make EXE=name
# `make dist` makes what is given to others: docs/releasing.md

# A worker of OpenBench builds its match runner by `make CXX=...`, and takes the program `fastchess`.
# Under this name the engine is that runner: see docs/many-machines.md.
ifeq ($(origin CXX),command line)
    EXE ?= fastchess
endif
EXE ?= vertumnus
ifeq ($(OS),Windows_NT)
    override EXE := $(basename $(EXE)).exe
endif

.PHONY: all
all:
	cargo rustc --package vertumnus --release --locked --bin vertumnus -- --emit link="$(EXE)"

# What is released, in target/dist. `make dist QUICK=1` tries it out in less time.
.PHONY: dist
dist:
	packaging/build $(if $(QUICK),--quick)

# Each of the files is unpacked or installed on a clean root, and plays there.
.PHONY: dist-check
dist-check:
	packaging/check
