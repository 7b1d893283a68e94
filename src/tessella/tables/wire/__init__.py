"""The wire messages: closed unions of typed structs. The server and every client agree on these and on nothing else."""
