// The games from which an inventor can start: those of docs/games-as-files.md.

/** @type {{ title: string, text: string }[]} */
export const EXAMPLES = [
  {
    title: 'Two lines: a king that moves as a knight, too',
    text: `[knightking:chess]
king = k:KN
`,
  },
  {
    title: 'A new piece',
    text: `[elephants:chess]
title = Elephant Chess
customPiece1 = e:FAA
pieceNames = e:Elephant
bishop = -
startFen = rneqkenr/pppppppp/8/8/8/8/PPPPPPPP/RNEQKENR w KQkq - 0 1
promotionPieceTypes = qren
stalemateValue = loss
`,
  },
  {
    title: 'A board of its own',
    text: `[lake:chess]
title = The Lake
maxFile = i
maxRank = 9
chancellor = c
startFen = rnbqkcbnr/ppppppppp/9/9/4*4/9/9/PPPPPPPPP/RNBQKCBNR w KQkq - 0 1
promotionRegionWhite = *9
promotionRegionBlack = *1
promotionPieceTypes = qcrbn
doubleStepRegionBlack = *8
flagPiece = k
flagRegionWhite = d9 e9 f9
flagRegionBlack = d1 e1 f1
`,
  },
];
