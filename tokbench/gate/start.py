"""The commented start of a configuration."""

from __future__ import annotations

START = """\
# What prompts may cost in tokens. Check: tokbench check. Accept what it costs now, on purpose:
# tokbench check --update, and commit tokbench.lock.

# Defaults for all checks; each key except name and paths may be here.
[defaults]
counter = "o200k_base"          # or, in its place, model = "gpt-5"
max_increase = 0                # growth allowed over tokbench.lock: "5%", or a number of tokens

[[checks]]
name = "prompts"
paths = ["prompts/*.json"]      # globs, relative to this file; each must match a file
format = "json-min"             # what you send (see tokbench formats), or "as-given"
# max_tokens = 4000             # the most that any of the payloads may cost
# min_saving_vs = { format = "json-pretty", percentage = 20 }
# message = "Prompts are paid for by team X: ask before they grow."
# records = "data.items"        # take only this part of each payload
# strings = true                # keep every cell of CSV, TSV and Excel text
# input_format = "json"         # read the payloads as this notation, whatever their names say
"""
