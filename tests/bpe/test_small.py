from __future__ import annotations

from tokbench.bpe import load, small


def test_the_small_model_is_trained_on_its_texts() -> None:
    """`python -m tokbench.bpe.small` would change nothing."""
    saved, trained = load(small.PATH), small.build()
    assert saved.merges == trained.merges
    assert len(saved.merges) == small.MERGES


def test_it_is_better_than_bytes_on_a_text_it_has_not_seen() -> None:
    text = '{"customer_id": 7, "status": "shipped"}\nThe order has arrived.'
    assert 2 * load(small.PATH).count(text) < len(text)
