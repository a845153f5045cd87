powerabsorption 38 185
