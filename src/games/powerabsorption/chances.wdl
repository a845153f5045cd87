powerabsorption 58 252
