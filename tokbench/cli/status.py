"""The exit statuses, but for 1: a check, or the limit of a command, decides on that itself."""

FINE, USAGE, COUNTER_FAILED, INTERRUPTED = 0, 2, 3, 130
