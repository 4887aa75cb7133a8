"""Messages that say what to do, and files of odd names and encodings."""

from __future__ import annotations

import json
import os
import pty
from functools import partial
from pathlib import Path

import pytest
from support.environment import COMMAND, Command, offline

ROWS = "id,name\n1,Zoë\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rows.csv").write_text(ROWS, encoding="utf-8")
    return tmp_path


def configured(folder: Path, check: str, prefix: bytes = b"") -> None:
    text = f'[[checks]]\nname = "a"\nformat = "csv"\n{check}\n'
    (folder / "tokbench.toml").write_bytes(prefix + text.encode())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--baseline", "nope"], "as-given)"),
        (["--model", "nonesuch"], "(or count with an encoding: o200k_base, cl100k_base, "),
    ],
)
def test_an_unknown_name_is_answered_with_what_there_is(
    command: Command, folder: Path, arguments: list[str], said: str
) -> None:
    done = command("compare", "rows.csv", *arguments)
    assert done.returncode == 2
    assert said in done.stderr
    assert "davinci" not in done.stderr


@pytest.mark.parametrize(
    ("prices", "said"),
    [
        ("[gpt-4.1]\ninput = 2", 'write a name with a dot in quotes: ["gpt-4.1"]'),
        ('["gpt-4.1"]\ninput = "2.50"', 'not the text "2.50": remove the quotes'),
    ],
)
def test_a_file_of_prices_says_how_to_write_it(
    command: Command, folder: Path, prices: str, said: str
) -> None:
    (folder / "p.toml").write_text(prices, encoding="utf-8")
    done = command("compare", "rows.csv", "--model", "gpt-4.1", "--prices", "p.toml")
    assert (done.returncode, said in done.stderr) == (2, True)


def test_a_limit_has_no_decimal_point(command: Command, folder: Path) -> None:
    configured(folder, 'paths = "rows.csv"\nmax_tokens = 5.0')
    done = command("check")
    said = "must be a whole number of tokens, without a decimal point, not 5.0"
    assert (done.returncode, said in done.stderr) == (2, True)


def test_a_configuration_may_begin_with_a_byte_order_mark(command: Command, folder: Path) -> None:
    configured(folder, 'paths = "rows.csv"', b"\xef\xbb\xbf")
    assert command("check", "--update").returncode == 0
    assert command("check").returncode == 0


def test_a_file_comes_before_a_glob_of_its_name(command: Command, folder: Path) -> None:
    """``[id].json`` is the file of that name, not ``i.json`` or ``d.json``."""
    for name in ("[id].json", "i.json"):
        (folder / name).write_text(json.dumps([{"file": name}]), encoding="utf-8")
    configured(folder, 'paths = "[id].json"')
    assert command("check", "--update").returncode == 0
    lock = (folder / "tokbench.lock").read_text(encoding="utf-8")
    assert "[id].json" in lock
    assert "i.json" not in lock.replace("[id].json", "")


def test_a_comma_in_the_name_of_a_file_is_none_between_counters(
    command: Command, folder: Path
) -> None:
    (folder / "a,b.json").write_text("{}", encoding="utf-8")
    done = command("compare", "rows.csv", "-c", "hf:a,b.json")
    assert "a,b.json" in done.stderr + done.stdout


def on_terminal(encoding: str, folder: Path, *arguments: str) -> tuple[bytes, bytes]:
    """What a command writes to terminals of an encoding: its output and its errors."""
    ends = [pty.openpty() for _ in range(2)]
    process = os.posix_spawn(
        COMMAND,
        [str(COMMAND), *arguments],
        {**offline(folder), "PYTHONIOENCODING": encoding, "TERM": "dumb"},
        file_actions=[
            (os.POSIX_SPAWN_DUP2, ends[0][1], 1),
            (os.POSIX_SPAWN_DUP2, ends[1][1], 2),
        ],
    )
    for _, child in ends:
        os.close(child)
    read = [b"".join(iter(partial(_chunk, end), b"")) for end, _ in ends]
    os.waitpid(process, 0)
    return read[0], read[1]


def _chunk(end: int) -> bytes:
    try:
        return os.read(end, 65536)
    except OSError:  # how a terminal ends
        return b""


def test_json_on_a_terminal_without_unicode_is_json(folder: Path) -> None:
    (folder / "Zoë.csv").write_text(ROWS, encoding="utf-8")
    out, _ = on_terminal("ascii", folder, "compare", "Zoë.csv", "-o", "json")
    assert json.loads(out)["payloads"][0]["name"] == "Zoë.csv"


def test_errors_follow_the_encoding_of_the_terminal(folder: Path) -> None:
    _, error = on_terminal("ascii", folder, "compare", "Zoë.csv")
    assert error.strip() == b"tokbench: Zo\\xeb.csv: no such file"
    _, error = on_terminal("latin-1", folder, "compare", "Zoë.csv")
    assert error.strip() == "tokbench: Zoë.csv: no such file".encode("latin-1")
