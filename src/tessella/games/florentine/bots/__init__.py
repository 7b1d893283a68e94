"""The bots of Florentine Dominoes: search and proofs inside the kernel, and the five levels made of them."""
