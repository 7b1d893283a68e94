"""Tables on a device: what the browser's worker runs."""
