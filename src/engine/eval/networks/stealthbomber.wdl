stealthbomber 137 344
