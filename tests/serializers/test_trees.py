"""XML, TOON and short keys: formats of any data, and what they refuse."""

from __future__ import annotations

import json
import re
import sys
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest
import toons
from hypothesis import given
from hypothesis import strategies as st
from support.independent import by_xml
from support.one_format import back, render
from support.strategies import AWKWARD_KEYS, examples, json_values, payloads

from tokbench.errors import CannotRead, CannotRender
from tokbench.serializers import short_keys, toon, xml_

if TYPE_CHECKING:
    from tokbench.payload import Json


class TestXml:
    def test_keys_that_are_no_names_come_back_exactly(self) -> None:
        """Each is written in an attribute, so no two keys share an element name."""
        keys = [*AWKWARD_KEYS, "^[a-z]+$", "/v1/{id}", "xmlns", "item", "f", "é", "名前", "price"]
        data: Json = [{key: f'<{number} & "x">' for number, key in enumerate(keys)}]
        assert back("xml", data) == data
        assert by_xml(render("xml", data)) == data

    @pytest.mark.parametrize(
        ("key", "element"),
        [
            ("price", "<price>1</price>"),
            ("2x4", '<f k="2x4">1</f>'),
            ('a "b" <c>', '<f k="a &quot;b&quot; &lt;c&gt;">1</f>'),
            ("item", '<f k="item">1</f>'),
            ("XmlThing", '<f k="XmlThing">1</f>'),
            ("ключ", "<ключ>1</ключ>"),
        ],
    )
    def test_a_key_as_an_element(self, key: str, element: str) -> None:
        """Plain names are elements."""
        assert render("xml", {key: 1}) == f"<data>\n  {element}\n</data>"

    def test_every_letter_of_a_plain_name_parses(self) -> None:
        """Expat knows an old edition of XML: it accepts every letter that we write."""
        letters = [
            chr(code) for code in range(0x10000) if re.fullmatch(xml_._PLAIN_NAME, chr(code))
        ]
        assert len(letters) > 20_000
        text = f"<a>{''.join(f'<{letter}/>' for letter in letters)}</a>"
        assert [element.tag for element in ElementTree.fromstring(text)] == letters  # noqa: S314

    @pytest.mark.parametrize(
        "text", ['<5 & "x"', "]]>", "cr\rlf\r\nx", " lead", "\t\n", "tail\n", "&amp;"]
    )
    def test_text_comes_back_exactly(self, text: str) -> None:
        """Marks, line ends and spaces, in elements and in keys."""
        assert back("xml", {"k": text, text: "v"}) == {"k": text, text: "v"}

    @pytest.mark.parametrize("char", ["\x00", "\x0b", "\x1b", "\ufffe", "\ud83d"])
    def test_a_character_that_xml_cannot_hold_is_refused(self, char: str) -> None:
        """XML cannot write it even as a reference; the message has the place."""
        with pytest.raises(CannotRender, match=r"U\+[0-9A-F]{4} at \[0\]\.note"):
            render("xml", [{"note": f"a{char}"}])

    @pytest.mark.parametrize(
        ("data", "path"),
        [
            ("\x00", "."),
            ({"é": "x", "a": {"b\x00": "\x1b"}}, r'a["b\u0000"]'),
            ({"a": ["x", "\ud83d"], "\ud83d": 1}, "a[1]"),
            ([{"b\ud83d": 1}], r'[0]["b\ud83d"]'),
            ({"\ufffe": 1}, r'["\ufffe"]'),
        ],
    )
    def test_the_first_such_text_or_key_is_named(self, data: Json, path: str) -> None:
        """In the order of the data, by a path that prints."""
        with pytest.raises(CannotRender, match=rf"at {re.escape(path)}$"):
            render("xml", data)

    def test_empty_and_null(self) -> None:
        """Empty containers stay apart from null; empty text cannot."""
        data: dict[str, Json] = {"l": [], "o": {}, "n": None, "t": "", "i": [None, [], {}]}
        assert back("xml", data) == {**data, "t": None}

    def test_other_text_is_refused_with_its_place(self) -> None:
        """A fault has a line and a column."""
        with pytest.raises(CannotRead) as caught:
            xml_.read("<data>\n  <a></b>\n</data>")
        assert caught.value.line == 2


class TestToon:
    def test_half_a_character_is_refused_with_its_path(self) -> None:
        """The package says why, and tokbench says where."""
        with pytest.raises(CannotRender, match=r"surrogate.* at \[0\]\.note"):
            render("toon", [{"note": "x\ud83d"}])

    def test_tabs_delimit_only_in_its_own_format(self) -> None:
        """``toon-tab`` is the same document with another delimiter."""
        data: Json = [{"a": 1, "b": "x,y"}, {"a": 2, "b": "z"}]
        assert render("toon", data) == '[2]{a,b}:\n  1,"x,y"\n  2,z'
        assert render("toon-tab", data) == "[2\t]{a\tb}:\n  1\tx,y\n  2\tz"

    @examples(25, 20_000)
    @given(payloads())
    def test_bytes_are_those_of_the_official_package(self, data: Json) -> None:
        """Also where toons is installed."""
        assert toon._toons() is not None
        assert render("toon", data) == toon.by_definition(data)
        assert render("toon-tab", data) == toon.by_definition(data, "\t")

    @examples(25, 20_000)
    @given(st.integers(1, 2**53), st.integers(0, 72))
    def test_floats_between_two_decimals_are_those_of_the_official_package(
        self, numerator: int, bits: int
    ) -> None:
        """Of two decimals that are equally near, the packages may take different ones."""
        number = numerator / 2**bits
        assert render("toon", [number]) == toon.by_definition([number])

    @pytest.mark.parametrize(
        "number",
        [
            1e-7,
            9.99e-7,
            5e-324,
            2.0**53,
            6.464764510053063e16,
            1e21,
            562949953421312.25,
            8 + 2**-16,
        ],
    )
    def test_a_float_that_toons_spells_otherwise_is_left_to_the_official_package(
        self, number: float
    ) -> None:
        """At both limits between which the two agree, deep inside the data."""
        deep: tuple[Json, Json] = ({"a": [{"b": number}]}, [[-number]])
        for data in deep:
            assert render("toon", data) == toon.by_definition(data)
            assert not toon._floats_are_alike(data)

    @pytest.mark.parametrize(
        "number",
        [0.0, -0.0, 1e-6, 0.1, 0.1 + 0.2, 1 / 3, 1.7e-5 / 7, 100.0, 123456789.125, 2.0**53 - 1],
    )
    def test_ordinary_floats_are_left_to_toons(self, number: float) -> None:
        """Up to both limits."""
        assert toon._floats_are_alike({"a": [number, -number]})

    @pytest.mark.parametrize("version", ["0.8.2", "0.10.0", "1.0.0"])
    def test_a_version_of_toons_that_was_not_compared_is_not_used(
        self, monkeypatch: pytest.MonkeyPatch, version: str
    ) -> None:
        """Another version may write other bytes, and a count must not depend on it."""
        monkeypatch.setattr(toons, "__version__", version)
        assert toon._toons.__wrapped__() is None

    def test_without_toons_the_official_package_writes(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The extra makes it faster and nothing else."""
        monkeypatch.setitem(sys.modules, "toons", None)
        assert toon._toons.__wrapped__() is None


class TestShortKeys:
    def test_codes_go_by_first_appearance_and_skip_keys(self) -> None:
        """One-character keys keep themselves, and nothing else gets their code."""
        data: Json = [{"settings": {"b": 1, "body": "S"}, "a": "settings"}, {"": 0, "items": []}]
        assert short_keys.codes_for(data) == {
            "settings": "c", "b": "b", "body": "d", "a": "a", "": "", "items": "e",
        }  # fmt: skip
        assert render("json-short-legend", data) == (
            '[{"c":{"b":1,"d":"S"},"a":"settings"},{"":0,"e":[]}]\n'
            '{"c":"settings","d":"body","e":"items"}'
        )

    def test_codes_run_from_a_to_z_then_upper_case_then_two_letters(self) -> None:
        """53 keys need one code of two letters; a code that is a key is skipped."""
        letters = [chr(code) for code in (*range(97, 123), *range(65, 91))]
        data: Json = {**{f"key{number}": number for number in range(53)}, "aa": 1}
        codes = list(short_keys.codes_for(data).values())
        assert codes == [*letters, "ab", "ac"]

    @examples(25, 20_000)
    @given(json_values())
    def test_codes_are_one_to_one(self, data: Json) -> None:
        """No two keys share a code, and the values are untouched."""
        codes = short_keys.codes_for(data)
        assert len(set(codes.values())) == len(codes)
        short = json.loads(render("json-short", data))
        assert short_keys.renamed(short, {code: key for key, code in codes.items()}) == data

    def test_the_order_of_number_like_keys_is_kept(self) -> None:
        """Keys are text: nothing sorts them."""
        data: Json = {"10": "x", "2": "y", "1": "z", "0": "w"}
        assert list(json.loads(render("json-short", data))) == ["a", "2", "1", "0"]
        assert back("json-short-legend", data) == data

    @pytest.mark.parametrize("text", ["{}", '{"a":1}\n[1]', "x\n{}"])
    def test_a_legend_of_another_form_is_refused(self, text: str) -> None:
        """The second line is an object from code to key."""
        with pytest.raises(CannotRead):
            short_keys.read_with_legend(text)


@pytest.mark.parametrize("name", ["json-min", "yaml", "toon", "xml"])
@examples(25, 20_000)
@given(data=st.dictionaries(st.sampled_from(["b", "a", "10", "2"]), st.integers()))
def test_keys_keep_their_order(name: str, data: dict[str, Json]) -> None:
    """In every format of trees."""
    came_back = back(name, data or {"a": 1})
    assert isinstance(came_back, dict)
    assert list(came_back) == list(data or {"a": 1})
