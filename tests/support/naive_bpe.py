"""The textbook's loop of byte-pair encoding: slow and simple, the oracle of the trainer."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from tokbench.bpe import pre_tokenizers
from tokbench.bpe.pairs import Merge, Pair


def naive_train(
    texts: Iterable[str], merges: int, pre_tokenizer: str, min_count: int = 2
) -> list[Merge]:
    """Count all pairs, merge the most frequent one everywhere, repeat."""
    rule = pre_tokenizers.get(pre_tokenizer)
    pre_tokens = [rule.symbols(pre_token) for text in texts for pre_token in rule.pre_tokens(text)]
    learned: list[Merge] = []
    while len(learned) < merges:
        pair, count = most_frequent(pre_tokens)
        if count < min_count:
            break
        learned.append(Merge(*pair, count))
        pre_tokens = [merged(pre_token, pair) for pre_token in pre_tokens]
    return learned


def most_frequent(pre_tokens: Iterable[list[bytes]]) -> tuple[Pair, int]:
    """The most frequent pair, overlaps counted; on a tie the one that occurs first."""
    counts: dict[Pair, int] = {}
    for pre_token in pre_tokens:
        for pair in pairwise(pre_token):
            counts[pair] = counts.get(pair, 0) + 1
    # A dict keeps the order of first insertion, and max takes the first of equals.
    return max(counts.items(), key=lambda item: item[1], default=((b"", b""), 0))


def merged(pre_token: list[bytes], pair: Pair) -> list[bytes]:
    """The pre-token with every such pair made one symbol, the leftmost first."""
    left, right = pair
    result: list[bytes] = []
    place = 0
    while place < len(pre_token):
        if pre_token[place] == left and pre_token[place + 1 : place + 2] == [right]:
            result.append(left + right)
            place += 2
        else:
            result.append(pre_token[place])
            place += 1
    return result
