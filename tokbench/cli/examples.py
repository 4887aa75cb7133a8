"""Two examples of each command, for its help."""

from __future__ import annotations

EXAMPLES = {
    "compare": (
        "tokbench compare orders.json",
        "tokbench compare data/ -f all -c o200k_base,cl100k_base -o markdown",
    ),
    "render": (
        "tokbench render orders.json -f toon",
        "cat orders.csv | tokbench render -f json-min",
    ),
    "check": (
        "tokbench check --update",
        "tokbench check --base main --output-file report.md",
    ),
    "explain": (
        "tokbench explain orders.json",
        "tokbench explain orders.csv -f json-min -c cl100k_base",
    ),
    "count": (
        "tokbench count prompts/",
        "tokbench count 'prompts/*.md' --model gpt-5 --max-tokens 2000",
    ),
    "tokenize": (
        "tokbench tokenize 'How many tokens is this?'",
        "tokbench tokenize --file prompt.txt --compare --ids",
    ),
    "train": (
        "tokbench train corpus.txt --merges 200 -o model.json",
        "tokbench train corpus.txt --merges 200 -o model.json --held-out other.txt",
    ),
    "formats": (
        "tokbench formats",
        "tokbench formats -o markdown",
    ),
    "counters": (
        "tokbench counters",
        "tokbench counters -o json",
    ),
}


def epilog(name: str) -> str:
    """The end of a command's help."""
    return "\n".join(["Examples:", *EXAMPLES[name]])
