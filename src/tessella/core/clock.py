"""The clock that thinking time is measured by."""

import time


def cpu_seconds() -> float:
    """CPU time of this thread, from an arbitrary start.

    Where Python has no clock per thread (in a browser, for instance) it is that of the process; there is one thread
    then.
    """
    clock = getattr(time, "thread_time", None) or time.process_time
    return clock()
