stealthbomber 142 421
