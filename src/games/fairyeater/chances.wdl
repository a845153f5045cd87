fairyeater 466 307
