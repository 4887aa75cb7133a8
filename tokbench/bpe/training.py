"""Training: learn from text which pairs of symbols to merge.

Byte-pair encoding in three sentences. Split the text into pre-tokens, and each pre-token into
symbols. Find the pair of neighbours that occurs most often, write it down as the next merge, and
make it one symbol wherever it occurs. Repeat::

    low lower lowest     l·o·w  ␣·l·o·w·e·r  ␣·l·o·w·e·s·t
    1. l + o, 3 times    lo·w  ␣·lo·w·e·r  ␣·lo·w·e·s·t
    2. lo + w, 3 times   low  ␣·low·e·r  ␣·low·e·s·t
    3. ␣ + low, twice    low  ␣low·e·r  ␣low·e·s·t

Two rules make the result unambiguous:

* Overlapping pairs count: ``aaa`` holds ``aa`` twice, although only one of them can be merged (the
  leftmost first).
* **The tie rule.** Of the pairs that occur equally often, the one that occurs first in the text as
  merged so far is taken.

The textbook counts all pairs again in every round. Here equal pre-tokens are kept once, with a
weight; an index says where each pair occurs; and a merge corrects only the counts of its
neighbours. The tests have the textbook's loop and prove that both learn the same.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from heapq import heappop, heappush, heapreplace
from itertools import pairwise

from tokbench.bpe import pre_tokenizers
from tokbench.bpe.model import Model
from tokbench.bpe.pairs import Merge, Pair
from tokbench.errors import UsageError

_EDGE = b""
"""The symbol before, between and after pre-tokens, and at the place of a merged right symbol."""


def train(
    text_or_texts: str | Iterable[str],
    merges: int,
    pre_tokenizer: str = "gpt2",
    min_count: int = 2,
    progress: Callable[[int, int], None] | None = None,
) -> Model:
    """Learn a tokenizer.

    >>> model = train("low lower lowest", merges=3)
    >>> [merge.token for merge in model.merges]
    [b'lo', b'low', b' low']

    Args:
        text_or_texts: What to learn from; no merge crosses from one text to the next.
        merges: The most merges to learn.
        pre_tokenizer: One of ``gpt2``, ``gpt2-basic``, ``leading-space``, ``end-of-word`` and
            ``metaspace``.
        min_count: Training stops early when no pair occurs this often.
        progress: Called after every merge with the number of merges learned and ``merges``.

    Raises:
        UnknownNameError: There is no such pre-tokenizer.
        UsageError: ``merges`` is negative, or ``min_count`` below 1.
    """
    if merges < 0 or min_count < 1:
        raise UsageError(f"cannot learn {merges} merges of pairs that occur {min_count} times")
    rule = pre_tokenizers.get(pre_tokenizer)
    texts = [text_or_texts] if isinstance(text_or_texts, str) else text_or_texts
    weights: Counter[str] = Counter()
    for text in texts:
        weights.update(rule.pre_tokens(text))
    index = _PairIndex(
        ((rule.symbols(part), weight) for part, weight in weights.items()), min_count
    )
    alphabet = tuple(dict.fromkeys((*rule.alphabet, *index.alphabet())))
    learned: list[Merge] = []
    while len(learned) < merges and (pair := index.most_frequent()):
        learned.append(Merge(*pair, count=index.counts[pair]))
        index.merge(pair)
        if progress:
            progress(len(learned), merges)
    return Model(rule, alphabet, learned)


class _PairIndex:
    """The distinct pre-tokens of the training text, with the count of every pair kept current.

    All symbols are in one list, pre-token after pre-token, in the order in which the pre-tokens
    first occur in the text: so the earlier of two places is also the earlier one in the text.

    Attributes:
        symbols: The list. A merged token is at the place of its left symbol; the place of the right
            one is empty, and ``before`` and ``after`` skip it.
        weights: How often the text holds the pre-token that a place belongs to.
        counts: How often each pair occurs in the text.
        places: Where each pair occurs or once did: the places of its left symbols, ascending.
        queue: A heap of (-count, first place, pair): the next pair to merge is on top.
    """

    def __init__(self, pre_tokens: Iterable[tuple[list[bytes], int]], min_count: int) -> None:
        self.min_count = min_count
        self.symbols, self.weights = [_EDGE], [0]
        for symbols, weight in pre_tokens:
            self.symbols += [*symbols, _EDGE]
            self.weights += [weight] * (len(symbols) + 1)
        self.before = list(range(-1, len(self.symbols) - 1))
        self.after = list(range(1, len(self.symbols) + 1))
        self.counts: defaultdict[Pair, int] = defaultdict(int)
        self.places: defaultdict[Pair, list[int]] = defaultdict(list)
        for place, pair in enumerate(pairwise(self.symbols)):
            if _EDGE not in pair:
                self.counts[pair] += self.weights[place]
                self.places[pair].append(place)
        self.queue: list[tuple[int, int, Pair]] = []
        self._enqueue(self.places)

    def alphabet(self) -> list[bytes]:
        """The symbols, each once, in order of first occurrence."""
        return [symbol for symbol in dict.fromkeys(self.symbols) if symbol != _EDGE]

    def most_frequent(self) -> Pair | None:
        """The pair that occurs most often, by the tie rule; None if none occurs often enough.

        A pair first occurs in the round that makes the newer of its symbols, and can only lose
        places after that. So the count of an entry in the queue may be too high but never too low:
        it is enough to check the top entry, and to put it back with its current count.
        """
        while self.queue:
            count, _, pair = self.queue[0]
            if -count == self.counts[pair]:
                return pair
            if self.counts[pair] < self.min_count:
                heappop(self.queue)
            else:
                heapreplace(self.queue, self._entry(pair))
        return None

    def merge(self, pair: Pair) -> None:
        """Make one symbol of the pair wherever it occurs, from left to right."""
        new: set[Pair] = set()
        for place in self.places.pop(pair):
            if self._occurs(pair, place):
                new.update(self._merge_at(pair, place))
        self._enqueue(new)

    def _merge_at(self, pair: Pair, place: int) -> Iterator[Pair]:
        """Merge the two symbols at this place; give the pairs that the new token forms."""
        left, right = pair
        token = left + right
        previous, merged = self.before[place], self.after[place]
        following = self.after[merged]
        self.symbols[place], self.symbols[merged] = token, _EDGE
        self.after[place], self.before[following] = following, place
        self.counts[pair] -= self.weights[place]
        if neighbour := self.symbols[previous]:
            yield self._replace((neighbour, left), (neighbour, token), previous)
        if neighbour := self.symbols[following]:
            yield self._replace((right, neighbour), (token, neighbour), place)

    def _replace(self, old: Pair, new: Pair, place: int) -> Pair:
        """Count the new pair, whose left symbol is at this place, instead of the old one."""
        self.counts[old] -= self.weights[place]
        self.counts[new] += self.weights[place]
        self.places[new].append(place)
        return new

    def _occurs(self, pair: Pair, place: int) -> bool:
        return (self.symbols[place], self.symbols[self.after[place]]) == pair

    def _enqueue(self, pairs: Iterable[Pair]) -> None:
        for pair in pairs:
            if self.counts[pair] >= self.min_count:
                heappush(self.queue, self._entry(pair))

    def _entry(self, pair: Pair) -> tuple[int, int, Pair]:
        """The pair's entry in the queue: the higher count first, then the earlier place."""
        first = next(place for place in self.places[pair] if self._occurs(pair, place))
        return -self.counts[pair], first, pair
