chancellor 296 278
