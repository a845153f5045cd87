# Builds the engine under a given name, as OpenBench and similar tools need it: make EXE=name

EXE ?= vertumnus
ifeq ($(OS),Windows_NT)
    override EXE := $(basename $(EXE)).exe
endif

.PHONY: all
all:
	cargo rustc --package vertumnus --release --locked --bin vertumnus -- --emit link="$(EXE)"
