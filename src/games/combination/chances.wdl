combination 192 70
