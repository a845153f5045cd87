// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright (c) 2026 The Vertumnus developers

#include "vertumnusboard.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QHash>
#include <QSet>

#include "boardfactory.h"
#include "boardtransition.h"

#if __has_include("vertumnusfiles.h")
#include "vertumnusfiles.h"
#else
// The files with games that were named when Cute Chess was built.
#define BUILT_IN_FILES ""
#endif

namespace {

using namespace Chess;

// The largest value of a type and of the promotion of a move.
constexpr int s_mostTypes = 1023;

// Numbers of the same type differ by a multiple of this. So the remainder is the kind of piece, and no
// piece has the number of a wall.
constexpr int s_typeStep = Piece::WallPiece;

/*! The key is that of the rules library, since only it knows what counts as a repetition. */
class NoZobrist : public Zobrist
{
	public:
		quint64 side() const override { return 0; }
		quint64 piece(const Piece&, int) const override { return 0; }
		quint64 reservePiece(const Piece&, int) const override { return 0; }
};

/*! Checks a call that cannot fail unless one of the two programs has a bug. */
void require(VertumnusStatus status)
{
	if (status != VERTUMNUS_STATUS_OK)
		qFatal("Vertumnus: %s", vertumnus_last_error());
}

int typeOf(int kind)
{
	return kind + 1;
}

Piece pieceOf(quint8 cell)
{
	if (cell == VERTUMNUS_HOLE)
		return Piece::WallPiece;
	if (cell == VERTUMNUS_EMPTY)
		return Piece::NoPiece;
	return Piece(cell % 2 == 0 ? Side::White : Side::Black, typeOf(cell / 2));
}

/*! The next number for the same type. */
int nextAlike(int type)
{
	do
		type = (type + s_typeStep) % (s_mostTypes + 1);
	while (type == Piece::NoPiece || type == Piece::WallPiece);
	return type;
}

} // anonymous namespace

namespace Chess {

void VertumnusBoard::Release::operator()(VertumnusPosition* position) const
{
	vertumnus_free(position);
}

VertumnusBoard::VertumnusBoard(const VertumnusGame& game)
	: Board(new NoZobrist),
	  m_game(game)
{
	for (int kind = 0; kind < int(game.kind_count); kind++)
	{
		const VertumnusKind& info = game.kinds[kind];
		const QString glyph = QString("Vertumnus-%1-%2").arg(game.name, info.token);
		setPieceType(typeOf(kind), info.name, info.white, 0, glyph);
		// These never stand on the board, so they need no symbol.
		for (int type = typeOf(kind) + s_typeStep; type <= s_mostTypes; type += s_typeStep)
			setPieceType(type, info.name, QString(), 0, glyph);
	}

	VertumnusPosition* position = nullptr;
	require(vertumnus_new(game.name, nullptr, &position));
	m_position.reset(position);
}

VertumnusBoard::VertumnusBoard(const VertumnusBoard& other)
	: Board(other),
	  m_game(other.m_game),
	  m_legal(other.m_legal)
{
	VertumnusPosition* position = nullptr;
	require(vertumnus_clone(other.m_position.get(), &position));
	m_position.reset(position);
}

Board* VertumnusBoard::copy() const
{
	return new VertumnusBoard(*this);
}

QString VertumnusBoard::variant() const
{
	return m_game.name;
}

bool VertumnusBoard::canShow(const VertumnusGame& game)
{
	// A FEN lists what is in hand letter by letter, unless hands never become empty.
	const auto isLetter = [&](uint8_t kind) { return std::strlen(game.kinds[kind].white) == 1; };
	return game.held_count == 0
	       || (std::strchr(game.start_fen, '[') != nullptr
		   && std::all_of(game.held, game.held + game.held_count, isLetter));
}

bool VertumnusBoard::variantHasDrops() const
{
	return m_game.held_count > 0;
}

QList<Piece> VertumnusBoard::reservePieceTypes() const
{
	QList<Piece> pieces;
	for (const Side side : { Side(Side::White), Side(Side::Black) })
	{
		for (size_t i = 0; i < m_game.held_count; i++)
			pieces.append(Piece(side, typeOf(m_game.held[i])));
	}
	return pieces;
}

bool VertumnusBoard::variantHasWallSquares() const
{
	const bool* end = m_game.holes + m_game.files * m_game.ranks;
	return std::find(m_game.holes, end, true) != end;
}

int VertumnusBoard::width() const
{
	return m_game.files;
}

int VertumnusBoard::height() const
{
	return m_game.ranks;
}

QString VertumnusBoard::defaultFenString() const
{
	return m_game.start_fen;
}

int VertumnusBoard::reversibleMoveCount() const
{
	return rulesFen().section(' ', 4, 4).toInt();
}

Result VertumnusBoard::result()
{
	VertumnusOutcome outcome;
	require(vertumnus_outcome(m_position.get(), &outcome));

	switch (outcome.result)
	{
	case VERTUMNUS_RESULT_WHITE_WINS:
		return Result(Result::Win, Side::White, outcome.text);
	case VERTUMNUS_RESULT_BLACK_WINS:
		return Result(Result::Win, Side::Black, outcome.text);
	case VERTUMNUS_RESULT_DRAW:
		return Result(Result::Draw, Side::NoSide, outcome.text);
	default:
		return Result();
	}
}

void VertumnusBoard::vInitialize()
{
}

QString VertumnusBoard::vFenString(FenNotation) const
{
	return rulesFen().section(' ', 2);
}

bool VertumnusBoard::vSetFenString(const QStringList&)
{
	const QByteArray fen = startingFenString().toUtf8();
	m_legal.reset();
	if (vertumnus_set_fen(m_position.get(), fen.constData()) != VERTUMNUS_STATUS_OK)
		return false;

	xorKey(rulesKey());
	return true;
}

void VertumnusBoard::vMakeMove(const Move& move, BoardTransition* transition)
{
	const LegalMove* mv = find(move);
	if (transition != nullptr && mv != nullptr && mv->rules.is_drop)
		transition->addDrop(Piece(sideToMove(), typeOf(mv->rules.mover)),
				    chessSquare(move.targetSquare()));
	else if (transition != nullptr)
		transition->addMove(chessSquare(move.sourceSquare()),
				    chessSquare(move.targetSquare()));

	const quint64 before = rulesKey();
	require(vertumnus_make(m_position.get(), textOf(move).constData()));
	xorKey(before ^ rulesKey());
	showPosition(transition);
}

void VertumnusBoard::vUndoMove(const Move&)
{
	// The base class restores the key.
	require(vertumnus_undo(m_position.get()));
	showPosition(nullptr);
}

void VertumnusBoard::generateMovesForPiece(QVarLengthArray<Move>& moves,
					   int pieceType,
					   int square) const
{
	for (const LegalMove& mv : legal())
	{
		if (mv.move.sourceSquare() == square
		    && (square != 0 || typeOf(mv.rules.mover) == pieceType))
			moves.append(mv.move);
	}
}

bool VertumnusBoard::isLegalPosition()
{
	return true;
}

bool VertumnusBoard::vIsLegalMove(const Move&)
{
	// Only legal moves are ever generated.
	return true;
}

int VertumnusBoard::captureType(const Move& move) const
{
	const LegalMove* mv = find(move);
	return mv != nullptr && mv->rules.is_capture ? pieceAt(move.targetSquare()).type()
						     : Piece::NoPiece;
}

QString VertumnusBoard::lanMoveString(const Move& move)
{
	return textOf(move);
}

QString VertumnusBoard::sanMoveString(const Move& move)
{
	std::array<char, VERTUMNUS_MOVE_SIZE> buffer;
	if (vertumnus_san(m_position.get(), textOf(move).constData(),
			  buffer.data(), buffer.size(), nullptr) != VERTUMNUS_STATUS_OK)
		return textOf(move);

	return buffer.data();
}

Move VertumnusBoard::moveFromLanString(const QString& str)
{
	return read(vertumnus_read_move, str);
}

Move VertumnusBoard::moveFromSanString(const QString& str)
{
	return read(vertumnus_read_san, str);
}

/*! The move that the library reads from \a str, or a null move. */
Move VertumnusBoard::read(ReadMove* reader, const QString& str) const
{
	VertumnusMove read;
	if (reader(m_position.get(), str.toUtf8().constData(), &read) != VERTUMNUS_STATUS_OK)
		return Move();

	for (const LegalMove& mv : legal())
	{
		if (qstrcmp(mv.rules.text, read.text) == 0)
			return mv.move;
	}
	return Move();
}

int VertumnusBoard::squareIndexOf(quint8 square) const
{
	return squareIndex(Square(square % m_game.files, square / m_game.files));
}

quint64 VertumnusBoard::rulesKey() const
{
	uint64_t key = 0;
	require(vertumnus_key(m_position.get(), &key));
	return key;
}

QString VertumnusBoard::rulesFen() const
{
	size_t length = 0;
	require(vertumnus_fen(m_position.get(), nullptr, 0, &length));
	QByteArray fen(int(length) + 1, '\0');
	require(vertumnus_fen(m_position.get(), fen.data(), size_t(fen.size()), nullptr));
	return fen.constData();
}

/*! Updates the squares and what is in hand. */
void VertumnusBoard::showPosition(BoardTransition* transition)
{
	m_legal.reset();

	std::array<quint8, VERTUMNUS_MOST_SQUARES> cells;
	size_t count = 0;
	require(vertumnus_board(m_position.get(), cells.data(), cells.size(), &count));

	for (size_t i = 0; i < count; i++)
	{
		const Piece piece = pieceOf(cells[i]);
		const int square = squareIndexOf(quint8(i));
		if (pieceAt(square) == piece)
			continue;
		setSquare(square, piece);
		if (transition != nullptr)
			transition->addSquare(chessSquare(square));
	}
	showHands(transition);
}

/*! Updates what is in hand. */
void VertumnusBoard::showHands(BoardTransition* transition)
{
	std::array<quint8, VERTUMNUS_MOST_SQUARES> counts;
	for (const Side side : { Side(Side::White), Side(Side::Black) })
	{
		require(vertumnus_hand(m_position.get(), side == Side::Black,
				       counts.data(), counts.size(), nullptr));
		for (size_t i = 0; i < m_game.held_count; i++)
		{
			const Piece piece(side, typeOf(m_game.held[i]));
			const int count = counts[i];
			while (reserveCount(piece) > count)
				removeFromReserve(piece);
			for (; reserveCount(piece) < count; addToReserve(piece))
			{
				if (transition != nullptr)
					transition->addReservePiece(piece);
			}
		}
	}
}

const QVector<VertumnusBoard::LegalMove>& VertumnusBoard::legal() const
{
	if (m_legal.has_value())
		return *m_legal;

	size_t count = 0;
	require(vertumnus_legal_moves(m_position.get(), nullptr, 0, &count));
	QVector<VertumnusMove> moves;
	moves.resize(int(count));
	require(vertumnus_legal_moves(m_position.get(), moves.data(), count, &count));

	QHash<std::pair<int, int>, int> between;
	for (const VertumnusMove& mv : moves)
		++between[{ mv.from, mv.to }];

	m_legal.emplace();
	m_legal->reserve(moves.size());
	QHash<std::pair<int, int>, QSet<int>> taken;
	for (const VertumnusMove& mv : moves)
	{
		const std::pair<int, int> squares(mv.from, mv.to);
		int choice = 0;
		if (mv.is_drop || between.value(squares) > 1)
		{
			choice = typeOf(mv.is_drop ? mv.mover : mv.becomes);
			while (taken[squares].contains(choice))
				choice = nextAlike(choice);
			taken[squares].insert(choice);
		}
		const int source = mv.is_drop ? 0 : squareIndexOf(mv.from);
		const Move move(source, squareIndexOf(mv.to), choice);
		m_legal->append({ move, mv });
	}
	return *m_legal;
}

/*! The legal move that equals \a move; null if it is not legal. */
const VertumnusBoard::LegalMove* VertumnusBoard::find(const Move& move) const
{
	for (const LegalMove& mv : legal())
	{
		if (mv.move == move)
			return &mv;
	}
	return nullptr;
}

/*! The library's text for \a move; its squares if it is not legal. */
QByteArray VertumnusBoard::textOf(const Move& move)
{
	const LegalMove* mv = find(move);
	return mv != nullptr ? mv->rules.text : Board::lanMoveString(move).toUtf8();
}

/*! An element of an SVG file; nothing if the library does not draw the piece. */
QByteArray VertumnusBoard::drawing(quint8 piece) const
{
	size_t length = 0;
	if (vertumnus_piece_svg(m_game.name, piece, nullptr, 0, &length) != VERTUMNUS_STATUS_OK)
		return QByteArray();
	QByteArray svg(int(length) + 1, '\0');
	require(vertumnus_piece_svg(m_game.name, piece, svg.data(), size_t(svg.size()), nullptr));

	// The invisible square is what is scaled, so small pieces stay small. The drawing is on one of 45 by 45.
	const int begin = int(svg.indexOf('>')) + 1;
	const QByteArray shapes = svg.mid(begin, svg.lastIndexOf("</svg>") - begin);
	return QString("<g id=\"%1\"><rect x=\"4\" y=\"4\" width=\"37\" height=\"37\" fill=\"none\"/>%2</g>\n")
		.arg(representation(pieceOf(piece)), shapes).toUtf8();
}

} // namespace Chess

namespace {

// A factory takes no argument, so each game needs its own.
template<size_t Game>
Board* createBoard()
{
	return new VertumnusBoard(*vertumnus_game_at(Game));
}

constexpr size_t s_mostGames = 64;

template<size_t... Games>
std::array<ClassRegistry<Board>::Factory, s_mostGames> factories(std::index_sequence<Games...>)
{
	return { &createBoard<Games>... };
}

/*!
 * Loads the games of the files that the environment names, or else of those that were named when Cute Chess was
 * built. What is wrong with a file is told, and keeps no other game out. Engines that Cute Chess starts get to
 * know the files as well.
 */
void loadGames()
{
	const QString names = qEnvironmentVariable("VERTUMNUS_RULES", BUILT_IN_FILES);
	QStringList paths;
	for (const QString& name : names.split(QDir::listSeparator()))
	{
		if (name.isEmpty())
			continue;
		paths.append(QFileInfo(name).absoluteFilePath());
		QFile file(name);
		if (!file.open(QIODevice::ReadOnly))
		{
			qWarning("Vertumnus: cannot read %s", qPrintable(name));
			continue;
		}
		const QByteArray text = file.readAll();
		size_t count = 0;
		if (vertumnus_load_rules(text.constData(), size_t(text.size()),
					 nullptr, 0, &count) != VERTUMNUS_STATUS_OK)
			qWarning("Vertumnus: %s: %s", qPrintable(name), vertumnus_last_error());
		for (size_t i = 0; const VertumnusFinding* finding = vertumnus_finding_at(i); i++)
		{
			if (finding->severity == VERTUMNUS_SEVERITY_ERROR)
				qWarning("Vertumnus: %s:%u: %s",
					 qPrintable(name), finding->line, finding->message);
		}
	}
	qputenv("VERTUMNUS_RULES", paths.join(QDir::listSeparator()).toLocal8Bit());
}

/*!
 * Registers all games except the ones that Cute Chess has itself, such as orthodox chess under another
 * name. This may happen before or after Cute Chess registers its own.
 */
bool registerGames()
{
	if (vertumnus_interface() != VERTUMNUS_INTERFACE)
	{
		qWarning("Vertumnus: the library has interface %u, and %u is wanted",
			 vertumnus_interface(), VERTUMNUS_INTERFACE);
		return false;
	}

	loadGames();
	ClassRegistry<Board>* registry = BoardFactory::registry();
	const auto create = factories(std::make_index_sequence<s_mostGames>());
	const size_t count = std::min(vertumnus_game_count(), s_mostGames);
	for (size_t i = 0; i < count; i++)
	{
		const QString name = vertumnus_game_at(i)->name;
		const bool isShown = VertumnusBoard::canShow(*vertumnus_game_at(i));
		if (name != "chess" && isShown && !registry->items().contains(name))
			registry->add(create[i], name);
	}
	return true;
}

const bool s_registered = registerGames();

} // anonymous namespace

namespace Chess {

QByteArray VertumnusBoard::drawings()
{
	QByteArray drawings;
	for (size_t i = 0; s_registered && i < vertumnus_game_count(); i++)
	{
		const VertumnusBoard board(*vertumnus_game_at(i));
		for (size_t piece = 0; piece < 2 * board.m_game.kind_count; piece++)
		{
			// Others are drawn as what they are shown as.
			if (board.m_game.kinds[piece / 2].shown == piece / 2)
				drawings += board.drawing(quint8(piece));
		}
	}
	return drawings;
}

} // namespace Chess
