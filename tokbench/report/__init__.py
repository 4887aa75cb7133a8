"""A result in, a string out: one module an output, and the table that they share in one place."""
