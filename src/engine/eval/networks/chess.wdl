chess 260 165
