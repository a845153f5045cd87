// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright (c) 2026 The Vertumnus developers

#ifndef VERTUMNUSBOARD_H
#define VERTUMNUSBOARD_H

#include <memory>
#include <optional>

#include "board.h"

#include "../../src/ffi/vertumnus.h"

namespace Chess {

/*!
 * \brief A board for any game of Vertumnus
 *
 * It contains no rules. It asks the rules library, which keeps the position and the moves that were
 * played. The squares of the base class only show that position.
 *
 * A move between two squares has no promotion if it is the only one between them. There can be
 * several, which differ in what the piece becomes or in what it captures on its way. Then each has as
 * its promotion the type of the piece after the move, or another number for the same type.
 *
 * A drop comes from the square 0, and its promotion is the type in hand, or another number for that.
 */
class VertumnusBoard : public Board
{
	public:
		/*! Creates a board for \a game, which must last as long as the program. */
		explicit VertumnusBoard(const VertumnusGame& game);

		/*! Whether Cute Chess can show what is in hand in \a game, if anything ever is. */
		static bool canShow(const VertumnusGame& game);

		/*! The pieces of all games, as elements of an SVG file with the names of representation(). */
		static QByteArray drawings();

		// Inherited from Board
		Board* copy() const override;
		QString variant() const override;
		bool variantHasDrops() const override;
		bool variantHasWallSquares() const override;
		QList<Piece> reservePieceTypes() const override;
		int width() const override;
		int height() const override;
		QString defaultFenString() const override;
		int reversibleMoveCount() const override;
		Result result() override;

	protected:
		// Inherited from Board
		void vInitialize() override;
		QString vFenString(FenNotation notation) const override;
		bool vSetFenString(const QStringList& fen) override;
		void vMakeMove(const Move& move, BoardTransition* transition) override;
		void vUndoMove(const Move& move) override;
		void generateMovesForPiece(QVarLengthArray<Move>& moves,
					   int pieceType,
					   int square) const override;
		bool isLegalPosition() override;
		bool vIsLegalMove(const Move& move) override;
		int captureType(const Move& move) const override;
		QString lanMoveString(const Move& move) override;
		QString sanMoveString(const Move& move) override;
		Move moveFromLanString(const QString& str) override;
		Move moveFromSanString(const QString& str) override;

	private:
		struct LegalMove
		{
			Move move;
			VertumnusMove rules;
		};
		struct Release
		{
			void operator()(VertumnusPosition* position) const;
		};
		using Position = std::unique_ptr<VertumnusPosition, Release>;
		using ReadMove = decltype(vertumnus_read_move);

		VertumnusBoard(const VertumnusBoard& other);

		int squareIndexOf(quint8 square) const;
		quint64 rulesKey() const;
		QString rulesFen() const;
		void showPosition(BoardTransition* transition);
		void showHands(BoardTransition* transition);
		const QVector<LegalMove>& legal() const;
		const LegalMove* find(const Move& move) const;
		QByteArray textOf(const Move& move);
		QByteArray drawing(quint8 piece) const;
		Move read(ReadMove* reader, const QString& str) const;

		const VertumnusGame& m_game;
		Position m_position;
		// The legal moves, computed when they are first needed.
		mutable std::optional<QVector<LegalMove>> m_legal;
};

} // namespace Chess
#endif // VERTUMNUSBOARD_H
