"""Conformance tests that any game here must pass."""
