chess 158 131
