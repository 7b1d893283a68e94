"""The wire messages: closed unions of typed structs. The server and every client agree on these and on nothing else."""

from tessella.core.extras import needed

with needed("server", "tessella.tables", "msgspec"):
    import msgspec  # noqa: F401 - here, since every module of the package imports it
