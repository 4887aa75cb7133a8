"""The registry of formats: names, order, owners, and what a look-up imports."""

from __future__ import annotations

import dataclasses
from importlib import import_module
from typing import TYPE_CHECKING

import pytest

from tokbench import serializers
from tokbench.errors import CannotRender, DuplicateNameError, UnknownNameError
from tokbench.payload import Payload
from tokbench.serializers import ALL, Format

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

THEIRS = Format("theirs", "Theirs", "any JSON", "a toy", render=lambda _: "", read=None)


def named_by_others(monkeypatch: pytest.MonkeyPatch, *owned: tuple[Format, str]) -> None:
    def third_party(group: str, kind: type[Format]) -> Iterator[tuple[Format, str]]:
        assert (group, kind) == ("tokbench.serializers", Format)
        return iter(owned)

    monkeypatch.setattr(serializers, "third_party", third_party)
    serializers._third_party.cache_clear()


@pytest.fixture(autouse=True)
def _forget_others() -> Iterator[None]:
    yield
    serializers._third_party.cache_clear()


def test_every_module_describes_what_the_registry_says() -> None:
    """Every format that is described is registered, and the other way round."""
    modules = dict.fromkeys(serializers._MODULES.values())
    described = [
        form.name
        for module in modules
        for form in import_module(f"tokbench.serializers.{module}").FORMATS
    ]
    assert sorted(described) == sorted(ALL)


def test_default_set_is_what_the_descriptors_say() -> None:
    """The default names come first in every list, in a fixed order."""
    expected = ("json-pretty", "json-min", "json-short", "yaml", "csv", "tsv", "markdown", "toon")
    assert serializers.default_names() == expected == serializers.names()[: len(expected)]


def test_default_and_all_mean_several_names() -> None:
    """Both end with the text as given; a name that is asked for twice is there once."""
    assert serializers.expand(["default"]) == [*serializers.default_names(), "as-given"]
    assert serializers.expand(["all"]) == [*ALL, "as-given"]
    asked = serializers.expand(["xml", "default", "xml", "csv"])
    assert asked == ["xml", *serializers.default_names(), "as-given"]


def test_the_text_as_given_has_a_name_and_is_in_no_list() -> None:
    """It is no notation: nothing is written, and Python data has no text."""
    form = serializers.get("as-given")
    assert form.render(Payload("p", [1], text="[ 1 ]")) == "[ 1 ]"
    with pytest.raises(CannotRender, match="Python data has no text as given"):
        form.render(Payload("p", [1]))
    assert form.name not in serializers.names()


@pytest.mark.parametrize("name", ALL)
def test_a_descriptor_says_all_a_table_needs(name: str) -> None:
    """Every format has its own name and label, says what it holds, and can be read back."""
    form = serializers.get(name)
    assert form.name == name
    assert form.label
    assert form.holds
    assert form.summary
    assert form.read is not None
    assert form.legend is None or form.legend in ALL


def test_labels_are_distinct() -> None:
    """No two rows of a table look the same."""
    assert len({form.label for form in serializers.formats()}) == len(ALL)


def test_unknown_name_lists_what_exists() -> None:
    """The message has the nearest name and all others."""
    with pytest.raises(
        UnknownNameError, match="unknown baseline 'jsn-min'; did you mean"
    ) as caught:
        serializers.get("jsn-min", "baseline")
    assert "json-min" in str(caught.value)
    assert "xml" in str(caught.value)


def test_formats_of_others_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that is not ours is looked for among the entry points, and listed last."""
    named_by_others(monkeypatch, (THEIRS, "their-package"))
    assert serializers.get("theirs") is THEIRS
    assert serializers.names() == (*ALL, "theirs")
    assert serializers.formats()[-1] is THEIRS


@pytest.mark.parametrize(
    ("owned", "first", "second"),
    [
        ([(dataclasses.replace(THEIRS, name="csv"), "a-package")], "tokbench", "a-package"),
        ([(dataclasses.replace(THEIRS, name="as-given"), "a-package")], "tokbench", "a-package"),
        ([(dataclasses.replace(THEIRS, name="all"), "a-package")], "tokbench", "a-package"),
        ([(THEIRS, "a-package"), (THEIRS, "b-package")], "a-package", "b-package"),
    ],
    ids=["ours", "as-given", "set", "theirs"],
)
def test_a_name_taken_twice_names_both_owners(
    monkeypatch: pytest.MonkeyPatch, owned: list[tuple[Format, str]], first: str, second: str
) -> None:
    """No format is renamed or replaced without an error."""
    named_by_others(monkeypatch, *owned)
    with pytest.raises(DuplicateNameError, match=f"claimed by both {first} and {second}"):
        serializers.names()


def test_a_known_name_scans_no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """The scan takes as long as a comparison, so our names do without it."""

    def third_party(group: str, kind: type[Format]) -> Iterator[tuple[Format, str]]:
        raise AssertionError("scanned")

    monkeypatch.setattr(serializers, "third_party", third_party)
    assert serializers.get("json-min").name == "json-min"


def test_ordinary_data_need_no_heavy_library(python: Callable[[str], str]) -> None:
    """All default formats but TOON render without PyYAML, and nothing imports pandas."""
    program = """if True:
        import sys
        from tokbench.payload import Payload
        from tokbench.serializers import default_names, get
        data = [{"id": 1, "at": "2025-01-01", "ok": True, "note": "it's: fine", "x": 1e-7}]
        before = set(sys.modules)
        for name in default_names():
            if name != "toon":
                get(name).render(Payload("p", data))
        heavy = {"yaml", "toon_format", "pandas", "xml", "importlib.metadata", "tiktoken", "regex"}
        print(*sorted(heavy & (set(sys.modules) - before)))
    """
    assert python(program) == ""
