// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright (c) 2026 The Vertumnus developers

// Tries the rules of the board by the functions that Cute Chess calls. Standard input has positions, one a
// line, with the number of leaves of their trees of moves: GAME|FEN|LEAVES OF DEPTH 1|LEAVES OF DEPTH 2. Its
// arguments are further games to play. It ends with status 0 and a line of how much was tried, or says what is
// wrong.

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include <QDir>

#include "board.h"
#include "boardfactory.h"
#include "boardtransition.h"
#include "vertumnusboard.h"

using namespace Chess;

namespace {

std::string text(const QString& string)
{
	return string.toUtf8().constData();
}

void check(bool holds, const std::string& what)
{
	if (!holds)
	{
		std::cerr << what << std::endl;
		std::exit(1);
	}
}

/*! A FEN with the letters of what is in hand in an order of their own. */
std::string sorted(std::string fen)
{
	const size_t begin = fen.find('[');
	if (begin == std::string::npos)
		return fen;
	const size_t end = fen.find(']');
	std::string held = fen.substr(begin + 1, end - begin - 1);
	held.erase(std::remove(held.begin(), held.end(), '-'), held.end());
	std::sort(held.begin(), held.end());
	return fen.substr(0, begin + 1) + held + fen.substr(end);
}

std::unique_ptr<Board> create(const QString& game)
{
	const auto factory = BoardFactory::registry()->items().value(game);
	check(factory != nullptr, "there is no board for " + text(game));
	std::unique_ptr<Board> board(factory());
	board->reset();
	return board;
}

std::unique_ptr<Board> position(const QString& game, const QString& fen)
{
	std::unique_ptr<Board> board = create(game);
	check(board->setFenString(fen), "refused: " + text(fen));
	check(sorted(text(board->fenString())) == sorted(text(fen)),
	      text(board->fenString()) + " is not " + text(fen));
	return board;
}

long leaves(Board& board, int depth)
{
	const auto moves = board.legalMoves();
	if (depth == 1)
		return long(moves.size());
	long sum = 0;
	for (const Move& move : moves)
	{
		board.makeMove(move);
		// A game can be over although there are moves.
		sum += leaves(board, depth - 1);
		board.undoMove();
	}
	return sum;
}

/*! What must hold of each move, in a position of a game. */
void checkMoves(Board& board)
{
	const std::string fen = text(board.fenString());
	const quint64 key = board.key();
	for (const Move& move : board.legalMoves())
	{
		for (const auto notation : { Board::StandardAlgebraic, Board::LongAlgebraic })
		{
			const QString written = board.moveString(move, notation);
			check(board.moveFromString(written) == move, text(written) + " in " + fen);
		}
		check(board.isLegalMove(move), "a move is not legal in " + fen);
		BoardTransition transition;
		board.makeMove(move, &transition);
		// The squares that a GUI shows are those of the rules.
		const std::string after = text(board.fenString());
		check(after != fen, "nothing has changed in " + fen);
		const std::unique_ptr<Board> copy(board.copy());
		check(text(copy->fenString()) == after && copy->key() == board.key(), "the copy of " + after);
		board.undoMove();
		check(text(board.fenString()) == fen && board.key() == key, "after a move is undone in " + fen);
	}
}

/*! Each piece that stands on the board, and each to choose from, must be drawn. */
void checkDrawings(Board& board)
{
	static const std::string drawings = VertumnusBoard::drawings().constData();
	std::vector<Piece> pieces;
	for (int square = 0; square < board.width() * board.height(); square++)
		pieces.push_back(board.pieceAt(Square(square % board.width(), square / board.width())));
	for (const Move& move : board.legalMoves())
		pieces.push_back(Piece(board.sideToMove(), move.promotion()));
	for (const Piece& piece : pieces)
	{
		const std::string name = text(board.representation(piece));
		const bool isPiece = piece.type() != Piece::NoPiece && piece.type() != Piece::WallPiece;
		check(!isPiece || drawings.find("<g id=\"" + name + "\"><rect ") != std::string::npos,
		      name + " is not drawn, in " + text(board.fenString()));
	}
}

/*! A game whose moves are chosen by a simple generator. Returns the number of its plies. */
int play(const QString& game, quint64 seed)
{
	const std::unique_ptr<Board> board = create(game);
	int ply = 0;
	for (; ply < 120 && board->result().isNone(); ply++)
	{
		const auto moves = board->legalMoves();
		check(!moves.isEmpty(), "no move, but no result in " + text(board->fenString()));
		if (ply % 8 == 0)
		{
			checkMoves(*board);
			checkDrawings(*board);
		}
		seed = seed * 6364136223846793005u + 1442695040888963407u;
		board->makeMove(moves[int((seed >> 33) % quint64(moves.size()))]);
		check(board->plyCount() == ply + 1, "the moves are not counted");
	}
	const QString fen = board->fenString();
	// A position in which a game has ended need not be one to begin with.
	if (board->result().isNone())
		position(game, fen);
	while (board->plyCount() > 0)
		board->undoMove();
	check(sorted(text(board->fenString())) == sorted(text(board->defaultFenString())),
	      "not back at the start");
	return ply;
}

/*! Moves by their texts. */
void playMoves(Board& board, const std::vector<const char*>& moves)
{
	for (const char* written : moves)
	{
		const Move move = board.moveFromString(written);
		check(!move.isNull(), std::string(written) + " is refused in " + text(board.fenString()));
		board.makeMove(move);
	}
}

void checkRules()
{
	// A capture with a choice is two moves between the same squares, which lead to two pieces.
	auto board = position("powerabsorption", "4k3/8/8/3n4/8/8/8/3QK3 w - - 0 1");
	playMoves(*board, { "d1d5{qn}" });
	const std::string absorbed = text(board->fenString());
	board->undoMove();
	playMoves(*board, { "d1d5" });
	check(absorbed != text(board->fenString()), "a choice is none");
	check(absorbed.find("{QN}") != std::string::npos, absorbed);

	// What the position is, and how often it was there, is known by the rules.
	board = create("powerabsorption");
	for (int i = 0; i < 2; i++)
	{
		check(board->repeatCount() == i && board->result().isNone(), "a repetition too early");
		playMoves(*board, { "g1f3", "g8f6", "f3g1", "f6g8" });
	}
	check(board->repeatCount() == 2 && board->result().isDraw(), "the third time is a draw");
	check(board->reversibleMoveCount() == 8, "moves without capture are counted");

	// A side without a legal move has lost in Morphing Chess.
	board = position("morphing", "8k/9/8K/7R1/9/9/9/9/9 b - - 0 1");
	check(!board->result().isNone() && board->result().winner() == Side::White, "it has lost");

	// What is no position is refused, and so is what is no move.
	board = create("combination");
	check(board->variantHasWallSquares() && board->width() == 7 && board->height() == 9, "the board");
	check(board->moveFromString("a1a9").isNull() && board->moveFromString("").isNull(), "no moves");
	for (const char* fen : { "", "w", "8/8 w - - 0 1", "***k***/7 w", "***k***/*ibanr*/*p1p1p*/*1p1p1*/7/"
						   "*1P1P1*/*P1P1P*/*IBANR*/******* w - - 0 1" })
		check(!board->setFenString(fen), std::string("taken: ") + fen);
}

/*! What the board takes from the library and gives to engines as text. */
void checkSurroundings()
{
	std::vector<char> svg(10000);
	vertumnus_piece_svg("chess", 0, svg.data(), svg.size(), nullptr);
	check(std::strstr(svg.data(), " viewBox=\"0 0 45 45\"") != nullptr, "a picture has another size");
	for (const QString& path : QString(std::getenv("VERTUMNUS_RULES")).split(QDir::listSeparator()))
		check(std::filesystem::path(path.text()).is_absolute(), "an engine cannot find " + path.text());
}

} // anonymous namespace

int main(int argc, char* argv[])
{
	int lines = 0;
	for (std::string line; std::getline(std::cin, line); lines++)
	{
		std::istringstream fields(line);
		std::string game, fen, one, two;
		std::getline(fields, game, '|');
		std::getline(fields, fen, '|');
		std::getline(fields, one, '|');
		std::getline(fields, two, '|');
		const auto board = position(game.c_str(), fen.c_str());
		check(std::to_string(leaves(*board, 1)) == one, line);
		check(std::to_string(leaves(*board, 2)) == two, line);
		checkMoves(*board);
	}
	checkRules();
	checkSurroundings();
	int games = 0;
	int plies = 0;
	std::vector<const char*> names = { "combination", "fairyeater", "morphing", "powerabsorption",
					   "stealthbomber" };
	names.insert(names.end(), argv + 1, argv + argc);
	for (const char* game : names)
	{
		for (quint64 seed = 1; seed <= 2; seed++, games++)
			plies += play(game, seed);
	}
	std::cout << games << " games, " << plies << " plies, " << lines << " positions" << std::endl;
	return 0;
}
