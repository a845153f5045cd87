# Builds the engine under a given name, as OpenBench and similar tools need it: make EXE=name

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
