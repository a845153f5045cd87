// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright (c) 2026 The Vertumnus developers

/*
 * Which drawing of Cute Chess shows which piece. Cute Chess has these, and none can be added:
 *
 *   P N B R Q K   as in chess
 *   N~ B~ R~ Q~   the same with a hat
 *   A  C  U       horse on a bishop's foot, horse on a rook's foot, horse with a horn
 *   NR RN ZE E    horse that runs, horse with a shield, zebra, elephant
 *   F  M  W       small queen, flat crown, turban
 */

#ifndef VERTUMNUS_GLYPHS_H
#define VERTUMNUS_GLYPHS_H

#include <algorithm>
#include <iterator>

#include <QString>

struct VertumnusGlyph
{
	const char* game;
	const char* token;
	const char* id;
};

/*! The pieces whose drawing follows neither from their letter nor from their parts. */
inline const VertumnusGlyph s_vertumnusGlyphs[] =
{
	{ "combination", "A", "W" },
	{ "combination", "I", "RN" },

	{ "fairyeater", "G", "W" },
	{ "fairyeater", "S", "RN" },
	{ "fairyeater", "N", "NR" },
	{ "fairyeater", "R", "C" },
	{ "fairyeater", "C", "A" },

	{ "morphing", "Z", "U" },

	{ "powerabsorption", "NP", "N~" },
	{ "powerabsorption", "BP", "B~" },
	{ "powerabsorption", "RP", "R~" },
	{ "powerabsorption", "QP", "Q~" },
	{ "powerabsorption", "BNP", "NR" },
	{ "powerabsorption", "RNP", "RN" },
	{ "powerabsorption", "QNP", "ZE" },
	// Kings by the number of their powers, which grows with whatever they absorb.
	{ "powerabsorption", "KP", "F" },
	{ "powerabsorption", "KN", "F" },
	{ "powerabsorption", "KB", "F" },
	{ "powerabsorption", "KR", "F" },
	{ "powerabsorption", "KNP", "M" },
	{ "powerabsorption", "KBP", "M" },
	{ "powerabsorption", "KRP", "M" },
	{ "powerabsorption", "KBN", "M" },
	{ "powerabsorption", "KRN", "M" },
	{ "powerabsorption", "KQ", "M" },
	{ "powerabsorption", "KBNP", "W" },
	{ "powerabsorption", "KRNP", "W" },
	{ "powerabsorption", "KQP", "W" },
	{ "powerabsorption", "KQN", "W" },
	{ "powerabsorption", "KQNP", "E" },

	{ "stealthbomber", "C", "F" },
	{ "stealthbomber", "H", "RN" },
	{ "stealthbomber", "Z", "ZE" },
	{ "stealthbomber", "G", "NR" },
	{ "stealthbomber", "A", "R~" },
	{ "stealthbomber", "M", "B~" },
	{ "stealthbomber", "E", "Q~" },
	{ "stealthbomber", "F", "E" },
	{ "stealthbomber", "T", "W" },
	{ "stealthbomber", "O", "M" },
};

/*! The drawing for the piece of this \a token in \a game. */
inline QString vertumnusGlyph(const QString& game, const QString& token)
{
	const auto glyph = std::find_if(std::begin(s_vertumnusGlyphs), std::end(s_vertumnusGlyphs),
		[&](const VertumnusGlyph& glyph) { return game == glyph.game && token == glyph.token; });
	if (glyph != std::end(s_vertumnusGlyphs))
		return glyph->id;
	if (token.size() == 1)
		return token;

	// What moves as a rook and as a bishop does, and what leaps, whatever it may fly over.
	const auto hasAnyOf = [&](const QString& letters) {
		return std::any_of(letters.begin(), letters.end(),
			[&](QChar letter) { return token.contains(letter); });
	};
	const bool rook = hasAnyOf("RAFQEO");
	const bool bishop = hasAnyOf("BMTQEO");
	if (!hasAnyOf("NHZG"))
		return "Q~";
	return rook && bishop ? "U" : rook ? "C" : "A";
}

#endif // VERTUMNUS_GLYPHS_H
