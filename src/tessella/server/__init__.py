"""The table server: play together, lose nothing, show nothing."""
