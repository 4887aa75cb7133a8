"""The configuration: defaults, exact limits, and errors with file and key."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from tokbench.errors import ConfigError
from tokbench.gate.config import START, Check, load
from tokbench.gate.limits import Increase, Saving
from tokbench.readers import ReadOptions

SMALLEST = '[[checks]]\nname = "orders"\npaths = "*.json"\n'


def written(folder: Path, text: str, name: str = "tokbench.toml") -> Path:
    (folder / name).write_text(text, encoding="utf-8")
    return folder


def in_pyproject(text: str) -> str:
    return text.replace("[[checks", "[[tool.tokbench.checks").replace("[def", "[tool.tokbench.def")


def test_a_check_needs_a_name_and_paths_and_has_defaults_for_the_rest(tmp_path: Path) -> None:
    config = load(written(tmp_path, SMALLEST))
    assert config.checks == (
        Check(
            "orders", ("*.json",), format="as-given", counter="o200k_base", max_increase=Increase()
        ),
    )
    assert config.lock_file == tmp_path / "tokbench.lock"


FULL = """
[defaults]
model = "gpt-4"
max_increase = "2.5%"
max_tokens = 1000

[[checks]]
name = "orders"
paths = ["a/*.json", "b/**/*.csv"]
format = "toon"
counter = "chars/4"
min_saving_vs = { format = "json-pretty", percentage = 12.5 }
message = "Ask  us."
records = "data.items"
strings = true
input_format = "json"

[[checks]]
name = "users"
paths = "u.json"
max_increase = 20
"""


@pytest.mark.parametrize("name", ["tokbench.toml", "pyproject.toml"])
def test_both_files_take_the_same_tables(tmp_path: Path, name: str) -> None:
    text = FULL if name == "tokbench.toml" else in_pyproject(FULL)
    orders, users = load(written(tmp_path, text, name)).checks
    assert orders == Check(
        name="orders",
        paths=("a/*.json", "b/**/*.csv"),
        format="toon",
        counter="chars/4",
        max_tokens=1000,
        max_increase=Increase(Fraction(5, 2), percent=True),
        min_saving_vs=Saving("json-pretty", Fraction(25, 2)),
        message="Ask us.",
        reading=ReadOptions("json", "data.items", strings=True),
    )
    assert (users.counter, users.max_tokens) == ("cl100k_base", 1000)
    assert users.model is not None
    assert (users.model.model, users.model.kind) == ("gpt-4", "exact")
    assert users.max_increase == Increase(Fraction(20))


def test_the_start_that_init_writes_is_a_configuration(tmp_path: Path) -> None:
    (check,) = load(written(tmp_path, START)).checks
    assert check == Check("prompts", ("prompts/*.json",), format="json-min")


def test_the_commented_keys_of_the_start_are_right_too(tmp_path: Path) -> None:
    lines = START.splitlines()
    keys = ("# max_tokens", "# min_saving", "# message", "# records", "# strings", "# input")
    text = "\n".join(line.removeprefix("# ") if line.startswith(keys) else line for line in lines)
    (check,) = load(written(tmp_path, text)).checks
    given = {"input_format": "json", "records": "data.items", "strings": True}
    assert (check.max_tokens, check.reading.given()) == (4000, given)


WRONG = {
    "max_token = 5": "tokbench.toml: checks[0].max_token: unknown key 'max_token'; "
    "did you mean 'max_tokens'?",
    'max_tokens = "400"': 'checks[0].max_tokens: must be a whole number of tokens, not "400"',
    "max_tokens = true": "checks[0].max_tokens: must be a whole number of tokens, not true",
    "max_tokens = -1": "checks[0].max_tokens: must be at least 0 tokens, not -1",
    "max_tokens = 4.5": "checks[0].max_tokens: must be a whole number of tokens, without a decimal",
    "max_increase = 2.5": 'checks[0].max_increase: must be such as "5%" (with quotes)',
    'max_increase = "5"': 'checks[0].max_increase: must be such as "5%" (with quotes)',
    'format = "json-mini"': "format: unknown format 'json-mini'; did you mean 'json-min'?",
    'counter = "o200k"': "checks[0].counter: unknown counter 'o200k'; did you mean 'o200k_base'",
    'model = "gpt-99-nope"': "checks[0].model: unknown model 'gpt-99-nope'",
    'model = "claude-sonnet-4-5"': "checks[0].model: no built-in tokenizer is right for",
    'counter = "chars"\nmodel = "gpt-4"': "checks[0].model: counter is set too: keep one of them",
    'min_saving_vs = "json-pretty"': "checks[0].min_saving_vs: must be such as {",
    'min_saving_vs = { format = "json-pretty", percentage = 101 }': "of more than 100%",
    'min_saving_vs = { format = "nope", percentage = 1 }': "min_saving_vs: unknown format 'nope'",
    'input_format = "jsn"': "checks[0].input_format: unknown input format 'jsn'",
    'strings = "yes"': 'checks[0].strings: must be true or false, not "yes"',
    "counter = 1": "checks[0].counter: must be text, not 1",
    "max_increase = 1e99999999999999999999": 'checks[0].max_increase: must be such as "5%"',
    f"max_tokens = 0x{'f' * 5000}": "checks[0].max_tokens: must be at most 1,000,000,000,000",
    f"max_increase = 0x{'f' * 5000}": "checks[0].max_increase: must be at most 1,000,000,000,000",
    f'max_increase = "{"9" * 5000}%"': "checks[0].max_increase: must be a percentage",
    f"max_tokens = {'9' * 5000}": "line 4: max_tokens: has a number of more ",
    'message = ""': "checks[0].message: must not be empty",
}


@pytest.mark.parametrize("line", WRONG)
def test_an_error_names_file_key_and_what_is_right(tmp_path: Path, line: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load(written(tmp_path, SMALLEST + line))
    assert str(caught.value).removeprefix(f"{tmp_path}/").startswith("tokbench.toml: ")
    assert "\n" not in str(caught.value)
    assert WRONG[line] in str(caught.value)


WRONG_FILES = {
    "": "tokbench.toml: checks: no checks are configured: add a table [[checks]]",
    "checks = []": "no checks are configured",
    "[checks]\nname = 1": "tokbench.toml: checks: must be a list of tables: write [[checks]]",
    "[[check]]": "tokbench.toml: check: unknown key 'check'; did you mean 'checks'?",
    "x = = 1": "tokbench.toml: is not TOML: Invalid value (at line 1, column 5)",
    '[[checks]]\npaths = "*"': "checks[0].name: is missing: every check needs a name and paths",
    '[[checks]]\nname = "a"': "checks[0].paths: is missing",
    '[[checks]]\nname = "a"\npaths = []': 'checks[0].paths: must be a list of globs, such as ["',
    '[[checks]]\nname = "a"\npaths = "/etc/*"': "checks[0].paths: '/etc/*' must be relative",
    SMALLEST + SMALLEST: "checks[1].name: 'orders' is the name of checks[0] too",
    '[defaults]\nname = "x"\n' + SMALLEST: "defaults.name: unknown key 'name'",
    f"a = {'[' * 3000}": "tokbench.toml: is nested too deeply",
    '[defaults]\ncounter = "chars"\nmodel = "gpt-4"\n'
    + SMALLEST: "defaults.model: counter is set too",
    "[defaults]\nmax_tokens = -5\n"
    + SMALLEST: "defaults.max_tokens: must be at least 0 tokens, not -5",
}


@pytest.mark.parametrize("text", WRONG_FILES)
def test_a_file_that_configures_nothing_right_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load(written(tmp_path, text))
    assert WRONG_FILES[text] in str(caught.value)


@pytest.mark.parametrize(
    ("text", "key"), [("tool = 1", "tool"), ("tool.tokbench = 1", "tool.tokbench")]
)
def test_tables_of_pyproject_must_be_tables(tmp_path: Path, text: str, key: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load(written(tmp_path, text, "pyproject.toml"))
    assert str(caught.value).endswith(f"pyproject.toml: {key}: must be a table, not 1")


def test_a_key_in_pyproject_has_its_whole_path(tmp_path: Path) -> None:
    text = in_pyproject(SMALLEST) + "max_tokens = -1"
    with pytest.raises(ConfigError) as caught:
        load(written(tmp_path, text, "pyproject.toml"))
    assert str(caught.value).startswith("pyproject.toml: tool.tokbench.checks[0].max_tokens: must")


def test_two_configurations_are_an_error(tmp_path: Path) -> None:
    written(tmp_path, in_pyproject(SMALLEST), "pyproject.toml")
    with pytest.raises(ConfigError, match=r"both tokbench.toml and \[tool.tokbench\] in pyproject"):
        load(written(tmp_path, SMALLEST))


def test_a_pyproject_without_our_table_is_no_configuration(tmp_path: Path) -> None:
    written(tmp_path, "[tool.ruff]\n", "pyproject.toml")
    with pytest.raises(ConfigError, match=r"no checks are configured.*--init"):
        load(tmp_path)
    with pytest.raises(ConfigError, match=r"has no \[tool.tokbench\]"):
        load(tmp_path, tmp_path / "pyproject.toml")


def test_a_file_can_be_named(tmp_path: Path) -> None:
    file = written(tmp_path, SMALLEST, "gate.toml") / "gate.toml"
    assert load(tmp_path / "elsewhere", file).folder == tmp_path
    with pytest.raises(ConfigError, match=r"nope.toml: cannot be read: No such file"):
        load(tmp_path, tmp_path / "nope.toml")


def test_a_file_that_is_not_utf8_is_refused(tmp_path: Path) -> None:
    (tmp_path / "tokbench.toml").write_bytes(SMALLEST.encode("utf-16"))
    with pytest.raises(ConfigError, match="is not UTF-8"):
        load(tmp_path)
