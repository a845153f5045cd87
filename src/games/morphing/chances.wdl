morphing 82 286
