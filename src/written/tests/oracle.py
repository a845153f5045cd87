"""Answers for Fairy-Stockfish's Python module: which moves are legal, and whether the game is over.

The argument is a file with games. Each line of the input is a game, a FEN and moves, with tabs between
them; each line of the output is 1 or 0 (over by its rules or not), a tab, and the legal moves. With one
more tab and the word `claim` at the end of the input, it is what the side to move can claim: `win`, `loss`,
`draw` or `nothing`.
"""

import sys

import pyffish

with open(sys.argv[1], encoding="utf-8") as file:
    pyffish.load_variant_config(file.read())
known = set(pyffish.variants())
for line in sys.stdin:
    game, fen, moves, *claim = line.rstrip("\n").split("\t")
    if game not in known:
        print("unknown", flush=True)
        continue
    moves = moves.split()
    if claim:
        ends, value = pyffish.is_optional_game_end(game, fen, moves)
        worth = "win" if value > 0 else "loss" if value < 0 else "draw"
        print(worth if ends else "nothing", flush=True)
        continue
    over = pyffish.is_immediate_game_end(game, fen, moves)[0]
    print(f"{int(over)}\t{' '.join(sorted(pyffish.legal_moves(game, fen, moves)))}", flush=True)
