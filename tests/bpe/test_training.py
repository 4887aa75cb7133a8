from __future__ import annotations

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support.naive_bpe import naive_train
from support.strategies import examples

from tokbench.bpe import Merge, Model, train
from tokbench.bpe.pre_tokenizers import PRE_TOKENIZERS
from tokbench.errors import UnknownNameError, UsageError

NAMES = sorted(PRE_TOKENIZERS)

# Few different characters give many ties and overlaps; the rest are whitespace, marks and others.
TEXTS = st.text(st.sampled_from("aaaabbbc  \n'</w>▁é1") | st.characters(), max_size=60) | st.builds(
    "".join, st.lists(st.sampled_from(["aa", "ab", " ", "low", "lower ", "é", "don't", "  "]))
)


def learned(model: Model) -> list[tuple[str, str, int]]:
    return [
        (model.shown(merge.left), model.shown(merge.right), merge.count) for merge in model.merges
    ]


@pytest.mark.parametrize("name", NAMES)
@given(texts=st.lists(TEXTS, max_size=4), merges=st.integers(0, 30), min_count=st.integers(1, 4))
@examples(60, 5_000)
@example(texts=["aaaa aaa aaaaa"], merges=9, min_count=1)
@example(texts=["abab baba abba", "baab"], merges=9, min_count=1)
@example(texts=["x</w> x</w> </w>y"], merges=9, min_count=1)
def test_learns_what_the_textbook_learns(
    name: str, texts: list[str], merges: int, min_count: int
) -> None:
    """The trainer learns the merges of the naive one, with the same counts and ties."""
    fast = train(texts, merges, pre_tokenizer=name, min_count=min_count)
    assert list(fast.merges) == naive_train(texts, merges, name, min_count)


@pytest.mark.parametrize("name", NAMES)
@given(texts=st.lists(TEXTS, max_size=4))
@examples(30, 1_000)
def test_every_merge_makes_a_new_token(name: str, texts: list[str]) -> None:
    """No two merges make the same token, so every token has one id."""
    model = train(texts, 40, pre_tokenizer=name, min_count=1)
    assert len(model.vocabulary) == len(model.by_id)


def test_overlapping_pairs_count() -> None:
    """`aaabdaaabac` holds `aa` four times, and is then `aa a b d aa a b a c`."""
    model = train("aaabdaaabac", 3)
    assert learned(model) == [("a", "a", 4), ("aa", "a", 2), ("aaa", "b", 2)]
    assert model.encode("aaabdaaabac") == [258, ord("d"), 258, ord("a"), ord("c")]


@pytest.mark.parametrize(
    ("text", "first"), [("ba ab ba ab", ("b", "a", 2)), ("ab ba ab ba", ("a", "b", 2))]
)
def test_on_a_tie_the_pair_that_occurs_first_is_merged(
    text: str, first: tuple[str, str, int]
) -> None:
    """Only the place in the text breaks a tie, not the alphabet or the number of pre-tokens."""
    assert learned(train(text, 1))[0] == first


def test_a_tie_is_broken_in_the_text_as_merged_so_far() -> None:
    """After `b c` is merged, the new pair `a bc` comes before `d e`."""
    model = train("abcde bc abcde", 2, pre_tokenizer="leading-space")
    assert learned(model) == [("b", "c", 3), ("a", "bc", 2)]


def test_low_lower_lowest() -> None:
    """A pre-token is an optional space and a word; `s` and `t` occur once and are not merged."""
    model = train("low lower lowest", 10, pre_tokenizer="leading-space")
    assert learned(model) == [("l", "o", 3), ("lo", "w", 3), (" ", "low", 2), (" low", "e", 2)]
    assert model.tokens("low lower lowest") == ["low", " lowe", "r", " lowe", "s", "t"]


@pytest.mark.parametrize(("merges", "tokens"), [(0, 16), (1, 13), (2, 10), (3, 8), (4, 6)])
def test_every_merge_shortens_the_training_text(merges: int, tokens: int) -> None:
    model = train("low lower lowest", merges, pre_tokenizer="leading-space")
    assert model.count("low lower lowest") == tokens


def test_a_space_merges_like_any_character() -> None:
    model = train("aa aab aab", 3, pre_tokenizer="leading-space")
    assert [pair[:2] for pair in learned(model)] == [("a", "a"), (" ", "aa"), (" aa", "b")]


def test_the_example_of_the_subword_paper() -> None:
    """Its words occur 5, 2, 6 and 3 times; the end of a word is a symbol of its own."""
    text = "low " * 5 + "lower " * 2 + "newest " * 6 + "widest " * 3
    model = train(text, 6, pre_tokenizer="end-of-word")
    assert learned(model) == [
        ("e", "s", 9),
        ("es", "t", 9),
        ("est", "</w>", 9),
        ("l", "o", 7),
        ("lo", "w", 7),
        ("n", "e", 6),
    ]
    assert model.tokens("lowest") == ["low", "est</w>"]
    assert model.tokens("slower") == ["s", "low", "e", "r", "</w>"]
    assert model.tokens("zest") == ["z", "est</w>"]


@pytest.mark.parametrize(
    ("merges", "words"),
    [
        (4, "low </w>|low e r </w>|n e w est </w>|w i d est </w>"),
        (8, "low</w>|low e r </w>|new est</w>|w i d est</w>"),
    ],
)
def test_the_words_of_the_paper_in_other_numbers(merges: int, words: str) -> None:
    text = "low low low lower lower newest newest newest widest widest"
    model = train(text, merges, pre_tokenizer="end-of-word")
    expected = ["lo", "low", "es", "est", "est</w>", "low</w>", "ne", "new"]
    assert [left + right for left, right, _ in learned(model)] == expected[:merges]
    encoded = [" ".join(model.tokens(word)) for word in ("low", "lower", "newest", "widest")]
    assert encoded == words.split("|")


CUSTOMERS = [
    {
        "customer_id": 1000 + i,
        "status": "active" if i % 4 else "suspended",
        "country": ["DE", "BR", "JP", "US"][i % 4],
    }
    for i in range(40)
]

CUSTOMER_MERGES = [
    *[("  ", 240), (' "', 200), ("\n  ", 120), ("\n   ", 120), ('":', 120)],
    *[("us", 90), ("\n ", 80), ("10", 41), (" {", 40)],
    *[(word, 40) for word in ["cus", "cust", "custo", "custom", "custome", "customer", "id"]],
    (" 10", 40),
    *[(word, 40) for word in ["st", "sta", "stat", "status"]],
    ('",', 40),
    *[(word, 40) for word in ["co", "cou", "coun", "count", "countr", "country"]],
    *[(" }", 40), (" },", 39)],
    *[(word, 30) for word in ["ac", "act", "acti", "activ", "active"]],
    (" 100", 10),
    *[(word, 10) for word in ["sus", "susp", "suspe", "suspen"]],
]


def test_what_pretty_json_spends_its_merges_on() -> None:
    """Forty customers as indented JSON: indentation and quotes come first, then the keys."""
    model = train(json.dumps(CUSTOMERS, indent=2), 40, pre_tokenizer="gpt2-basic")
    assert [(left + right, count) for left, right, count in learned(model)] == CUSTOMER_MERGES


@pytest.mark.parametrize(("indent", "pretty", "minified"), [(2, 30, 27), (None, 37, 17)])
def test_a_vocabulary_is_cheapest_on_what_it_was_trained_on(
    indent: int | None, pretty: int, minified: int
) -> None:
    """The first customer has fewest tokens in the layout that the model was trained on."""
    model = train(_dumps(CUSTOMERS, indent), 40)
    record = CUSTOMERS[0]
    assert model.count(_dumps(record, 2)) == pretty
    assert model.count(_dumps(record, None)) == minified


def _dumps(data: object, indent: int | None) -> str:
    return json.dumps(data, indent=indent, separators=None if indent else (",", ":"))


def test_no_merge_crosses_from_one_text_to_the_next() -> None:
    assert learned(train(["ab", "ab"], 9)) == [("a", "b", 2)]
    assert learned(train("abab", 1)) == [("a", "b", 2)]
    assert learned(train(["a", "b", "a", "b"], 9)) == []


def test_a_pair_seen_once_is_not_merged_unless_asked_for() -> None:
    assert learned(train("ab", 9)) == []
    assert learned(train("ab", 9, min_count=1)) == [("a", "b", 1)]


def test_progress_is_reported_after_every_merge() -> None:
    calls: list[tuple[int, int]] = []
    train("low lower lowest", 3, progress=lambda done, total: calls.append((done, total)))
    assert calls == [(1, 3), (2, 3), (3, 3)]


def test_merges_are_kept_in_the_order_they_were_learned() -> None:
    """Ids, tokens and ranks follow from the list of merges."""
    model = train("aaabdaaabac", 3)
    assert model.merges[1] == Merge(b"aa", b"a", 2)
    assert model.by_id[256:] == [b"aa", b"aaa", b"aaab"]
    assert model.vocabulary[b"aaab"] == 258
    assert model.ranks[(b"aa", b"a")] == 1


def test_an_unknown_pre_tokenizer_is_named() -> None:
    with pytest.raises(UnknownNameError, match=r"'gtp2'; did you mean 'gpt2'"):
        train("text", 1, pre_tokenizer="gtp2")


@pytest.mark.parametrize(("merges", "min_count"), [(-1, 2), (1, 0)])
def test_impossible_numbers_are_refused(merges: int, min_count: int) -> None:
    with pytest.raises(UsageError, match="cannot learn"):
        train("text", merges, min_count=min_count)
