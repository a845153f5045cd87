chancellor 422 342
