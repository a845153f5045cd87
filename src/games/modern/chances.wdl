modern 212 219
