from __future__ import annotations

from tokbench.bpe import load, small


def test_the_carried_model_is_what_its_texts_make() -> None:
    """`python -m tokbench.bpe.small` would change nothing."""
    carried, trained = load(small.PATH), small.build()
    assert carried.merges == trained.merges
    assert len(carried.merges) == small.MERGES


def test_it_is_better_than_bytes_on_a_text_it_has_not_seen() -> None:
    text = '{"customer_id": 7, "status": "shipped"}\nThe order has arrived.'
    assert 2 * load(small.PATH).count(text) < len(text)
