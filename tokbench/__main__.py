"""``python -m tokbench`` is the command ``tokbench``."""

from tokbench.cli import main

if __name__ == "__main__":
    main()
