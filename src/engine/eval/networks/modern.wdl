modern 295 274
