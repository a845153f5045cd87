fairyeater 454 250
