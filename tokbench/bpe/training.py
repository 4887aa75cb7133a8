"""Training: learn which pairs of symbols to merge, from text.

Byte-pair encoding in three sentences. Cut the text into chunks and each chunk into symbols; find
the pair of neighbours that stands there most often; write it down as the next merge, make it one
symbol wherever it stands, and start again. That is all::

    low lower lowest     l·o·w  ␣·l·o·w·e·r  ␣·l·o·w·e·s·t
    1. l + o, 3 times    lo·w  ␣·lo·w·e·r  ␣·lo·w·e·s·t
    2. lo + w, 3 times   low  ␣·low·e·r  ␣·low·e·s·t
    3. ␣ + low, twice    low  ␣low·e·r  ␣low·e·s·t

Two rules make the result one of a kind:

* Overlapping pairs count: ``aaa`` holds ``aa`` twice, although only one of them can be merged (the
  leftmost first).
* **The tie rule.** Of the pairs that stand equally often, the one that stands earliest in the text
  as merged so far is taken.

The textbook recounts the text every round. Here equal chunks are kept once, with a weight; an index
says where each pair stands; and a merge corrects the counts of its neighbours only. The tests hold
the textbook's loop and prove that both learn the same.
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
"""The symbol in front of, between and behind chunks; also what is left of a merged right half."""


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
        merges: How many merges to learn at most.
        pre_tokenizer: One of ``gpt2``, ``gpt2-basic``, ``leading-space``, ``end-of-word`` and
            ``metaspace``.
        min_count: Training stops early when no pair stands so often.
        progress: Called after every merge with the number of merges learned and ``merges``.

    Raises:
        UnknownNameError: There is no such pre-tokenizer.
        UsageError: ``merges`` is negative, or ``min_count`` below 1.
    """
    if merges < 0 or min_count < 1:
        raise UsageError(f"cannot learn {merges} merges of pairs that stand {min_count} times")
    cut = pre_tokenizers.get(pre_tokenizer)
    texts = [text_or_texts] if isinstance(text_or_texts, str) else text_or_texts
    weights: Counter[str] = Counter()
    for text in texts:
        weights.update(cut.chunks(text))
    corpus = _Corpus(((cut.symbols(chunk), n) for chunk, n in weights.items()), min_count)
    alphabet = tuple(dict.fromkeys((*cut.alphabet, *corpus.alphabet())))
    learned: list[Merge] = []
    while len(learned) < merges and (pair := corpus.most_frequent()):
        learned.append(Merge(*pair, count=corpus.counts[pair]))
        corpus.merge(pair)
        if progress:
            progress(len(learned), merges)
    return Model(cut, alphabet, learned)


class _Corpus:
    """The distinct chunks of the training text, with every pair's count true at any time.

    All symbols stand in one row, chunk after chunk, in the order in which the chunks first appear
    in the text: so of two places in the row, the earlier one is the earlier one in the text too.

    Attributes:
        symbols: The row. A merged token stands where its left half stood; the place of the right
            half is empty, and ``before`` and ``behind`` lead past it.
        weights: How often the text holds the chunk that the place belongs to.
        counts: How often each pair stands in the text.
        places: Where each pair stands or once stood: the places of its left halves, ascending.
        ranking: A heap of (-count, first place, pair): the next pair to merge is on top.
    """

    def __init__(self, chunks: Iterable[tuple[list[bytes], int]], min_count: int) -> None:
        self.min_count = min_count
        self.symbols, self.weights = [_EDGE], [0]
        for symbols, weight in chunks:
            self.symbols += [*symbols, _EDGE]
            self.weights += [weight] * (len(symbols) + 1)
        self.before = list(range(-1, len(self.symbols) - 1))
        self.behind = list(range(1, len(self.symbols) + 1))
        self.counts: defaultdict[Pair, int] = defaultdict(int)
        self.places: defaultdict[Pair, list[int]] = defaultdict(list)
        for place, pair in enumerate(pairwise(self.symbols)):
            if _EDGE not in pair:
                self.counts[pair] += self.weights[place]
                self.places[pair].append(place)
        self.ranking: list[tuple[int, int, Pair]] = []
        self._rank(self.places)

    def alphabet(self) -> list[bytes]:
        """The symbols, each once, in order of first appearance."""
        return [symbol for symbol in dict.fromkeys(self.symbols) if symbol != _EDGE]

    def most_frequent(self) -> Pair | None:
        """The pair that stands most often, by the tie rule; None if none stands often enough.

        A pair comes into being in the round that makes the younger of its symbols, and from then
        on can only lose places. So an entry of the ranking may be too good but never too bad: it is
        enough to look at the best one again, and to put it back where its count has fallen.
        """
        while self.ranking:
            count, _, pair = self.ranking[0]
            if -count == self.counts[pair]:
                return pair
            if self.counts[pair] < self.min_count:
                heappop(self.ranking)
            else:
                heapreplace(self.ranking, self._standing(pair))
        return None

    def merge(self, pair: Pair) -> None:
        """Make one symbol of the pair wherever it stands, from left to right."""
        born: set[Pair] = set()
        for place in self.places.pop(pair):
            if self._stands(pair, place):
                born.update(self._join(pair, place))
        self._rank(born)

    def _join(self, pair: Pair, place: int) -> Iterator[Pair]:
        """Merge the two symbols at this place; the pairs that come of it."""
        left, right = pair
        token = left + right
        front, partner = self.before[place], self.behind[place]
        after = self.behind[partner]
        self.symbols[place], self.symbols[partner] = token, _EDGE
        self.behind[place], self.before[after] = after, place
        self.counts[pair] -= self.weights[place]
        if neighbour := self.symbols[front]:
            yield self._replace((neighbour, left), (neighbour, token), front)
        if neighbour := self.symbols[after]:
            yield self._replace((right, neighbour), (token, neighbour), place)

    def _replace(self, old: Pair, new: Pair, place: int) -> Pair:
        """Count the new pair, whose left half stands at this place, instead of the old one."""
        self.counts[old] -= self.weights[place]
        self.counts[new] += self.weights[place]
        self.places[new].append(place)
        return new

    def _stands(self, pair: Pair, place: int) -> bool:
        return (self.symbols[place], self.symbols[self.behind[place]]) == pair

    def _rank(self, pairs: Iterable[Pair]) -> None:
        for pair in pairs:
            if self.counts[pair] >= self.min_count:
                heappush(self.ranking, self._standing(pair))

    def _standing(self, pair: Pair) -> tuple[int, int, Pair]:
        """The pair's entry in the ranking: the higher count first, then the earlier place."""
        first = next(place for place in self.places[pair] if self._stands(pair, place))
        return -self.counts[pair], first, pair
