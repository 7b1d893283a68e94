"""Addresses of clients, as limits count them."""

import ipaddress


def network(address: str) -> str:
    """An address as limits count it: an IPv6 network (/64) counts as one address."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if parsed.version == 6 and parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((parsed, 64), strict=False)) if parsed.version == 6 else address
