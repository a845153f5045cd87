// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright (c) 2026 The Vertumnus developers

// Stands in for what the board uses of Cute Chess and of Qt, so that a C++ compiler is all that a test
// needs. It has the names and the meaning of the originals, and nothing that is not used here.

#ifndef STANDIN_H
#define STANDIN_H

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

using quint8 = std::uint8_t;
using quint64 = std::uint64_t;

#define qFatal(...) (std::fprintf(stderr, __VA_ARGS__), std::fputc('\n', stderr), std::abort())
#define qWarning(...) (std::fprintf(stderr, __VA_ARGS__), std::fputc('\n', stderr))

template<class T>
class QVector
{
	public:
		int size() const { return int(m_items.size()); }
		bool isEmpty() const { return m_items.empty(); }
		void append(const T& item) { m_items.push_back(item); }
		void reserve(int count) { m_items.reserve(size_t(count)); }
		void resize(int count) { m_items.resize(size_t(count)); }
		void clear() { m_items.clear(); }
		void removeLast() { m_items.pop_back(); }
		T* data() { return m_items.data(); }
		T& operator[](int i) { return m_items[size_t(i)]; }
		const T& operator[](int i) const { return m_items[size_t(i)]; }
		const T& last() const { return m_items.back(); }
		auto begin() const { return m_items.begin(); }
		auto end() const { return m_items.end(); }

	private:
		std::vector<T> m_items;
};

template<class T>
using QVarLengthArray = QVector<T>;

template<class T>
using QList = QVector<T>;

template<class K, class V>
class QMap
{
	public:
		V& operator[](const K& key) { return m_items[key]; }
		bool contains(const K& key) const { return m_items.count(key) > 0; }
		V value(const K& key) const
		{
			const auto found = m_items.find(key);
			return found == m_items.end() ? V() : found->second;
		}

	private:
		std::map<K, V> m_items;
};

template<class K, class V>
using QHash = QMap<K, V>;

template<class T>
class QSet
{
	public:
		bool contains(const T& item) const { return m_items.count(item) > 0; }
		void insert(const T& item) { m_items.insert(item); }

	private:
		std::set<T> m_items;
};

class QByteArray
{
	public:
		QByteArray() = default;
		QByteArray(const char* text) : m_bytes(text) {}
		QByteArray(int size, char fill) : m_bytes(size_t(size), fill) {}
		const char* constData() const { return m_bytes.c_str(); }
		char* data() { return m_bytes.data(); }
		int size() const { return int(m_bytes.size()); }
		int indexOf(char c) const { return int(m_bytes.find(c)); }
		int lastIndexOf(const char* text) const { return int(m_bytes.rfind(text)); }
		QByteArray mid(int from, int size) const
		{
			return m_bytes.substr(size_t(from), size_t(size)).c_str();
		}
		QByteArray& operator+=(const QByteArray& other)
		{
			m_bytes += other.m_bytes;
			return *this;
		}

	private:
		std::string m_bytes;
};

class QString
{
	public:
		QString() = default;
		QString(const char* text) : m_text(text) {}
		QString(const QByteArray& bytes) : m_text(bytes.constData()) {}
		QString(const std::string& text) : m_text(text) {}
		QByteArray toUtf8() const { return m_text.c_str(); }
		QByteArray toLocal8Bit() const { return toUtf8(); }
		int toInt() const { return std::atoi(m_text.c_str()); }
		bool isEmpty() const { return m_text.empty(); }
		const std::string& text() const { return m_text; }

		/*! Puts the texts in the place of %1 and %2. */
		QString arg(const QString& one, const QString& two) const
		{
			std::string text = m_text;
			text.replace(text.find("%1"), 2, one.m_text);
			text.replace(text.find("%2"), 2, two.m_text);
			return text;
		}

		QVector<QString> split(char separator) const
		{
			QVector<QString> parts;
			size_t from = 0;
			for (size_t at; (at = m_text.find(separator, from)) != std::string::npos; from = at + 1)
				parts.append(m_text.substr(from, at - from));
			parts.append(m_text.substr(from));
			return parts;
		}

		/*! The parts between separators, from the first to the last, which may be -1 for the end. */
		QString section(char separator, int first, int last = -1) const
		{
			const QVector<QString> parts = split(separator);
			const int end = last < 0 ? parts.size() : std::min(last + 1, parts.size());
			std::string text;
			for (int i = first; i < end; i++)
				text += (i > first ? std::string(1, separator) : "") + parts[i].m_text;
			return text;
		}

		friend bool operator==(const QString& a, const QString& b) { return a.m_text == b.m_text; }
		friend bool operator!=(const QString& a, const QString& b) { return a.m_text != b.m_text; }
		friend bool operator<(const QString& a, const QString& b) { return a.m_text < b.m_text; }

	private:
		std::string m_text;
};

class QStringList : public QVector<QString>
{
	public:
		QStringList() = default;
		QStringList(const QVector<QString>& strings) : QVector<QString>(strings) {}
		QString join(char separator) const
		{
			std::string text;
			for (const QString& string : *this)
				text += (text.empty() ? "" : std::string(1, separator)) + string.text();
			return text;
		}
};

class QIODevice
{
	public:
		enum OpenMode { ReadOnly };
};

class QFile
{
	public:
		QFile(const QString& name) : m_name(name) {}
		~QFile()
		{
			if (m_file != nullptr)
				std::fclose(m_file);
		}
		bool open(QIODevice::OpenMode)
		{
			m_file = std::fopen(m_name.text().c_str(), "rb");
			return m_file != nullptr;
		}
		QByteArray readAll()
		{
			std::string bytes;
			for (int c; (c = std::fgetc(m_file)) != EOF;)
				bytes += char(c);
			return bytes.c_str();
		}

	private:
		QString m_name;
		std::FILE* m_file = nullptr;
};

class QFileInfo
{
	public:
		QFileInfo(const QString& name) : m_path(name.text()) {}
		QString absoluteFilePath() const { return std::filesystem::absolute(m_path).string(); }

	private:
		std::filesystem::path m_path;
};

class QDir
{
	public:
#ifdef _WIN32
		static char listSeparator() { return ';'; }
#else
		static char listSeparator() { return ':'; }
#endif
};

inline QString qEnvironmentVariable(const char* name, const QString& otherwise)
{
	const char* value = std::getenv(name);
	return value != nullptr ? QString(value) : otherwise;
}

inline bool qputenv(const char* name, const QByteArray& value)
{
#ifdef _WIN32
	return _putenv_s(name, value.constData()) == 0;
#else
	return setenv(name, value.constData(), 1) == 0;
#endif
}

#define qPrintable(string) (string).text().c_str()

inline int qstrcmp(const char* a, const char* b)
{
	return std::strcmp(a, b);
}

template<class T>
class ClassRegistry
{
	public:
		using Factory = T* (*)();
		const QMap<QString, Factory>& items() const { return m_items; }
		void add(Factory factory, const QString& key) { m_items[key] = factory; }

	private:
		QMap<QString, Factory> m_items;
};

namespace Chess {

class Side
{
	public:
		enum Type { White, Black, NoSide };
		Side(Type type = NoSide) : m_type(type) {}
		operator Type() const { return m_type; }
		Side opposite() const { return m_type == White ? Black : White; }

	private:
		Type m_type;
};

class Square
{
	public:
		Square(int file, int rank) : m_file(file), m_rank(rank) {}
		int file() const { return m_file; }
		int rank() const { return m_rank; }

	private:
		int m_file;
		int m_rank;
};

class Piece
{
	public:
		static const int NoPiece = 0;
		static const int WallPiece = 100;
		Piece(int type = NoPiece) : m_side(Side::NoSide), m_type(type) {}
		Piece(Side side, int type) : m_side(side), m_type(type) {}
		Side side() const { return m_side; }
		int type() const { return m_type; }
		bool operator==(const Piece& other) const
		{
			return m_side == other.m_side && m_type == other.m_type;
		}

	private:
		Side m_side;
		int m_type;
};

class Move
{
	public:
		Move() : Move(0, 0) {}
		Move(int source, int target, int promotion = 0)
			: m_source(source), m_target(target), m_promotion(promotion)
		{
		}
		int sourceSquare() const { return m_source; }
		int targetSquare() const { return m_target; }
		int promotion() const { return m_promotion; }
		bool isNull() const { return *this == Move(); }
		bool operator==(const Move& other) const
		{
			return m_source == other.m_source && m_target == other.m_target
			       && m_promotion == other.m_promotion;
		}

	private:
		int m_source;
		int m_target;
		int m_promotion;
};

class Result
{
	public:
		enum Type { Win, Draw, NoResult };
		explicit Result(Type type = NoResult, Side winner = Side(), const QString& description = QString())
			: m_type(type), m_winner(winner), m_description(description)
		{
		}
		bool isNone() const { return m_type == NoResult; }
		bool isDraw() const { return m_type == Draw; }
		Side winner() const { return m_winner; }
		QString description() const { return m_description; }

	private:
		Type m_type;
		Side m_winner;
		QString m_description;
};

class BoardTransition
{
	public:
		void addMove(const Square&, const Square&) { moves++; }
		void addDrop(const Piece&, const Square&) { moves++; }
		void addSquare(const Square&) { squares++; }
		void addReservePiece(const Piece&) { reserve++; }

		int moves = 0;
		int squares = 0;
		int reserve = 0;
};

class Zobrist
{
	public:
		virtual ~Zobrist() = default;
		virtual quint64 side() const = 0;
		virtual quint64 piece(const Piece& piece, int square) const = 0;
		virtual quint64 reservePiece(const Piece& piece, int slot) const = 0;
};

/*!
 * The base class: squares with a border of walls, the side to move, and the moves that were made.
 */
class Board
{
	public:
		enum FenNotation { XFen };
		enum MoveNotation { StandardAlgebraic, LongAlgebraic };

		Board(Zobrist* zobrist) : m_zobrist(zobrist)
		{
			setPieceType(Piece::NoPiece, QString(), QString());
		}
		virtual ~Board() = default;
		virtual Board* copy() const = 0;
		virtual QString variant() const = 0;
		virtual bool variantHasDrops() const { return false; }
		virtual bool variantHasWallSquares() const { return false; }
		virtual QList<Piece> reservePieceTypes() const { return {}; }
		virtual int width() const = 0;
		virtual int height() const = 0;
		virtual QString defaultFenString() const = 0;
		virtual int reversibleMoveCount() const { return -1; }
		virtual Result result() = 0;

		quint64 key() const { return m_key; }
		Side sideToMove() const { return m_side; }
		int plyCount() const { return m_history.size(); }
		QString startingFenString() const { return m_startingFen; }

		Piece pieceAt(const Square& square) const { return pieceAt(squareIndex(square)); }

		/*! How often the position was there before. */
		int repeatCount() const
		{
			int count = 0;
			for (const Made& made : m_history)
				count += made.key == m_key;
			return count;
		}

		QString fenString() const
		{
			std::string fen;
			for (int rank = height() - 1; rank >= 0; rank--)
			{
				int empty = 0;
				for (int file = 0; file <= width(); file++)
				{
					const bool isEnd = file == width();
					const Piece piece = isEnd ? Piece() : pieceAt(Square(file, rank));
					if (!isEnd && piece.type() == Piece::NoPiece)
					{
						empty++;
						continue;
					}
					if (empty > 0)
						fen += std::to_string(empty);
					empty = 0;
					if (!isEnd)
						fen += piece.type() == Piece::WallPiece ? "*" : symbol(piece);
				}
				if (rank > 0)
					fen += '/';
			}
			if (variantHasDrops())
				fen += '[' + (reserve().empty() ? "-" : reserve()) + ']';
			return fen + (m_side == Side::White ? " w " : " b ") + vFenString(XFen).text();
		}

		bool setFenString(const QString& fen)
		{
			QStringList words = fen.split(' ');
			if (words.size() < 2)
				return false;
			initialize();
			m_key = 0;
			const std::string pieces = words[0].text();
			const size_t bracket = pieces.find('[');
			if (bracket != std::string::npos && !variantHasDrops())
				return false;
			if (!setPieces(pieces.substr(0, bracket)) || !setReserve(pieces, bracket))
				return false;
			const std::string side = words[1].text();
			if (side != "w" && side != "b")
				return false;
			m_side = side == "w" ? Side::White : Side::Black;
			m_history.clear();
			m_startingFen = fen;
			QStringList rest;
			for (int i = 2; i < words.size(); i++)
				rest.append(words[i]);
			if (!vSetFenString(rest))
				return false;
			if (m_side == Side::White)
				xorKey(m_zobrist->side());
			return isLegalPosition();
		}

		void reset() { setFenString(defaultFenString()); }

		void makeMove(const Move& move, BoardTransition* transition = nullptr)
		{
			const Made made = { move, m_key };
			vMakeMove(move, transition);
			xorKey(m_zobrist->side());
			m_side = m_side.opposite();
			m_history.append(made);
		}

		void undoMove()
		{
			m_side = m_side.opposite();
			vUndoMove(m_history.last().move);
			m_key = m_history.last().key;
			m_history.removeLast();
		}

		QString moveString(const Move& move, MoveNotation notation)
		{
			return notation == StandardAlgebraic ? sanMoveString(move) : lanMoveString(move);
		}

		Move moveFromString(const QString& text)
		{
			const Move move = moveFromSanString(text);
			return move.isNull() ? legalOrNull(moveFromLanString(text)) : move;
		}

		QVector<Move> legalMoves()
		{
			QVector<Move> moves;
			for (int i = 0; i < m_squares.size(); i++)
			{
				QVarLengthArray<Move> some;
				if (m_squares[i].side() == m_side)
					generateMovesForPiece(some, m_squares[i].type(), i);
				for (const Move& move : some)
				{
					if (vIsLegalMove(move))
						moves.append(move);
				}
			}
			const QVector<int>& held = m_reserve[m_side == Side::Black];
			for (int type = 1; type < held.size(); type++)
			{
				QVarLengthArray<Move> some;
				if (held[type] > 0)
					generateMovesForPiece(some, type, 0);
				for (const Move& move : some)
				{
					if (vIsLegalMove(move))
						moves.append(move);
				}
			}
			return moves;
		}

		/*! How many pieces of this side and type are in hand. */
		int reserveCount(Piece piece) const
		{
			const QVector<int>& held = m_reserve[piece.side() == Side::Black];
			return piece.type() < held.size() ? held[piece.type()] : 0;
		}

		bool isLegalMove(const Move& move) { return !legalOrNull(move).isNull(); }

		/*! The name of the drawing of a piece. */
		QString representation(Piece piece) const
		{
			return cased(m_types[piece.type()].drawing.text(), piece.side());
		}

	protected:
		virtual void vInitialize() = 0;
		virtual QString vFenString(FenNotation notation) const = 0;
		virtual bool vSetFenString(const QStringList& fen) = 0;
		virtual void vMakeMove(const Move& move, BoardTransition* transition) = 0;
		virtual void vUndoMove(const Move& move) = 0;
		virtual void generateMovesForPiece(QVarLengthArray<Move>& moves, int type, int square) const = 0;
		virtual bool isLegalPosition() = 0;
		virtual bool vIsLegalMove(const Move& move) = 0;
		virtual int captureType(const Move& move) const = 0;
		virtual QString sanMoveString(const Move& move) = 0;
		virtual Move moveFromLanString(const QString& text) = 0;
		virtual Move moveFromSanString(const QString& text) = 0;

		virtual QString lanMoveString(const Move& move)
		{
			return squareString(move.sourceSquare()) + squareString(move.targetSquare());
		}

		void setPieceType(int type,
				  const QString& name,
				  const QString& symbol,
				  unsigned = 0,
				  const QString& drawing = QString())
		{
			if (type >= m_types.size())
				m_types.resize(type + 1);
			m_types[type] = { name, symbol, drawing };
		}

		Square chessSquare(int index) const
		{
			const int width = this->width() + 2;
			return Square(index % width - 1, height() + 1 - index / width);
		}

		int squareIndex(const Square& square) const
		{
			return (height() + 1 - square.rank()) * (width() + 2) + 1 + square.file();
		}

		void addToReserve(const Piece& piece, int count = 1)
		{
			QVector<int>& held = m_reserve[piece.side() == Side::Black];
			if (piece.type() >= held.size())
				held.resize(piece.type() + 1);
			held[piece.type()] += count;
		}

		void removeFromReserve(const Piece& piece)
		{
			m_reserve[piece.side() == Side::Black][piece.type()]--;
		}

		void xorKey(quint64 key) { m_key ^= key; }
		Piece pieceAt(int square) const { return m_squares[square]; }
		void setSquare(int square, Piece piece) { m_squares[square] = piece; }

	private:
		struct Type
		{
			QString name;
			QString symbol;
			QString drawing;
		};
		struct Made
		{
			Move move;
			quint64 key;
		};

		static std::string cased(std::string text, Side side)
		{
			for (char& c : text)
				c = char(side == Side::White ? std::toupper(c) : std::tolower(c));
			return text;
		}

		std::string symbol(Piece piece) const
		{
			return cased(m_types[piece.type()].symbol.text(), piece.side());
		}

		std::string squareString(int index) const
		{
			const Square square = chessSquare(index);
			return char('a' + square.file()) + std::to_string(square.rank() + 1);
		}

		Move legalOrNull(const Move& move)
		{
			for (const Move& legal : legalMoves())
			{
				if (legal == move)
					return move;
			}
			return Move();
		}

		void initialize()
		{
			if (!m_squares.isEmpty())
				return;
			m_squares.resize((width() + 2) * (height() + 4));
			vInitialize();
		}

		/*! What is in hand, White's pieces first, each side's from the last type on. */
		std::string reserve() const
		{
			std::string text;
			for (const Side side : { Side(Side::White), Side(Side::Black) })
			{
				const QVector<int>& held = m_reserve[side == Side::Black];
				for (int type = held.size() - 1; type > 0; type--)
				{
					for (int n = held[type]; n > 0; n--)
						text += symbol(Piece(side, type));
				}
			}
			return text;
		}

		/*! Reads what is in hand, letter by letter from behind the bracket. */
		bool setReserve(const std::string& text, size_t bracket)
		{
			m_reserve[0].clear();
			m_reserve[1].clear();
			for (size_t i = bracket; i != std::string::npos && ++i < text.size() && text[i] != ']';)
			{
				size_t length = 0;
				if (text[i] == '-')
					continue;
				const Piece piece = pieceFrom(text.substr(i, 1), 0, &length);
				if (length == 0)
					return false;
				addToReserve(piece);
			}
			return true;
		}

		/*! Reads the first field of a FEN, the longest symbol first. */
		bool setPieces(const std::string& text)
		{
			for (int i = 0; i < m_squares.size(); i++)
				m_squares[i] = Piece::WallPiece;
			int file = 0;
			int rank = height() - 1;
			for (size_t i = 0; i < text.size();)
			{
				if (text[i] == '/')
				{
					if (file != width() || --rank < 0)
						return false;
					file = 0;
					i++;
					continue;
				}
				if (std::isdigit(text[i]))
				{
					for (int n = text[i++] - '0'; n > 0 && file < width(); n--)
						setSquare(squareIndex(Square(file++, rank)), Piece::NoPiece);
					continue;
				}
				if (file >= width())
					return false;
				if (text[i] == '*' && variantHasWallSquares())
				{
					file++;
					i++;
					continue;
				}
				size_t length = 0;
				const Piece piece = pieceFrom(text, i, &length);
				if (length == 0)
					return false;
				setSquare(squareIndex(Square(file++, rank)), piece);
				i += length;
			}
			return rank == 0 && file == width();
		}

		Piece pieceFrom(const std::string& text, size_t at, size_t* length) const
		{
			Piece found;
			for (int type = 1; type < m_types.size(); type++)
			{
				for (const Side side : { Side(Side::White), Side(Side::Black) })
				{
					const std::string symbol = this->symbol(Piece(side, type));
					if (symbol.size() > *length && text.compare(at, symbol.size(), symbol) == 0)
					{
						found = Piece(side, type);
						*length = symbol.size();
					}
				}
			}
			return found;
		}

		std::shared_ptr<Zobrist> m_zobrist;
		quint64 m_key = 0;
		Side m_side = Side::White;
		QString m_startingFen;
		QVector<Type> m_types;
		QVector<Piece> m_squares;
		QVector<int> m_reserve[2];
		QVector<Made> m_history;
};

class BoardFactory
{
	public:
		static ClassRegistry<Board>* registry()
		{
			static ClassRegistry<Board> registry;
			return &registry;
		}
};

} // namespace Chess
#endif // STANDIN_H
