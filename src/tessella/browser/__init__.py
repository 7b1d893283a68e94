"""Tables in the browser: what the page's worker runs under Pyodide, without a server.

The worker hands in a storage (IndexedDB) and passes requests and frames on; the answers are those of a server.
"""

from tessella.browser.host import Host, start
from tessella.browser.storage import Storage

__all__ = ["Host", "Storage", "start"]
