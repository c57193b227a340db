"""WB-95 (Moscow 1941): the smallest of the four systems. One package a chapter."""
