"""Completion, as the scripts of shells ask for it."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from support.environment import COMMAND, offline

from tokbench import serializers
from tokbench.counters import schemes
from tokbench.counters.models import known_models
from tokbench.readers.notations import INPUT_FORMATS

COUNTERS = [f"{each.name}:" if each.takes else each.name for each in schemes()]
CASES = [
    (["comp"], ["compare"]),
    (["compare", "-f", ""], [*serializers.names(), "as-given", "all"]),
    (["compare", "-f", "csv,toon,t"], ["csv,toon,tsv", "csv,toon,toon-tab"]),
    (["compare", "--baseline", "as"], ["as-given"]),
    (["compare", "--input-format", ""], list(INPUT_FORMATS)),
    (["compare", "--model", ""], known_models()),
    (["compare", "--model", "gpt-4,gpt-5"], ["gpt-4,gpt-5"]),
    (["compare", "--fidelity", ""], ["auto", "off", "full"]),
    (["compare", "-o", "m"], ["markdown"]),
    (["count", "-c", ""], COUNTERS),
    (["count", "-c", "o200k_base,cl"], ["o200k_base,cl100k_base", "o200k_base,claude~"]),
    (["count", "--model", "gpt-6"], ["gpt-6"]),
    (["tokenize", "-c", "hf"], ["hf:"]),
    (["explain", "-f", "toon"], ["toon", "toon-tab"]),
    (["explain", "-c", "by"], ["bytes"]),
    (["render", "-f", "json-s"], ["json-short", "json-short-legend"]),
    (["train", "--pre-tokenizer", "gpt2"], ["gpt2", "gpt2-basic"]),
    (["check", "-o", "j"], ["json", "junit"]),
    (["compare", ""], []),
]


def complete(shell: str, folder: Path, **variables: str) -> str:
    done = subprocess.run(
        [COMMAND],
        env=offline(folder, **variables, _TOKBENCH_COMPLETE=f"complete_{shell}"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.parametrize(("words", "expected"), CASES, ids=[" ".join(case[0]) for case in CASES])
def test_bash_is_offered_names(words: list[str], expected: list[str], tmp_path: Path) -> None:
    line = " ".join(["tokbench", *words])
    offered = complete("bash", tmp_path, COMP_WORDS=line, COMP_CWORD=str(len(words)))
    assert offered.split() == expected


def test_zsh_is_offered_names_with_a_few_words(tmp_path: Path) -> None:
    formats = complete("zsh", tmp_path, _TYPER_COMPLETE_ARGS="tokbench render -f json-mi")
    assert formats == """_arguments '*: :(("json-min":"JSON minified"))'\n"""
    counters = complete("zsh", tmp_path, _TYPER_COMPLETE_ARGS="tokbench compare -c chars,hf")
    assert counters == """_arguments '*: :(("chars,hf\\\\:":"exact"))'\n"""
    models = complete("zsh", tmp_path, _TYPER_COMPLETE_ARGS="tokbench count --model gpt-6")
    assert models == """_arguments '*: :(("gpt-6":"o200k_base"))'\n"""


def test_where_no_name_fits_zsh_is_offered_files(tmp_path: Path) -> None:
    assert complete("zsh", tmp_path, _TYPER_COMPLETE_ARGS="tokbench compare ") == "_files\n"


@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_the_script_of_a_shell_calls_us(shell: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [COMMAND],
        env=offline(tmp_path, _TOKBENCH_COMPLETE=f"source_{shell}"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert f"_TOKBENCH_COMPLETE=complete_{shell}" in done.stdout
