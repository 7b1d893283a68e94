"""The bots of Chromino: policies, search and proofs inside the kernel, and the five levels made of them."""
