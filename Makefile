# Builds the engine under a name of the caller's choice, as OpenBench and its like want it: make EXE=name

EXE ?= vertumnus
ifeq ($(OS),Windows_NT)
    override EXE := $(basename $(EXE)).exe
endif

.PHONY: all
all:
	cargo rustc --package vertumnus --release --locked --bin vertumnus -- --emit link="$(EXE)"
