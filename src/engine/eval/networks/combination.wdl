combination 177 70
