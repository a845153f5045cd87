morphing 103 339
