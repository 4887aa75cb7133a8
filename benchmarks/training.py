"""How fast training is, compared with the textbook's loop and with a trainer written in Rust.

    python benchmarks/training.py

learns 1,200 merges from 250,000 characters of English Markdown in three ways, and prints two
ratios:

* The textbook's loop counts all pairs in every round. It runs for a minute, from which its whole
  time is computed. Both use one thread, so their processor time is compared, which a busy machine
  changes little.
* Hugging Face's ``tokenizers`` (``pip install tokenizers``), with the same pre-tokens. It uses all
  cores, so elapsed time is compared.

The text is made here from lists of words and is the same on every run. As in a language, a few of
its words are frequent and most are rare.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from itertools import accumulate, product
from operator import sub
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from support.naive_bpe import merged, most_frequent
from timing import Clock, seconds

from tokbench.bpe import pre_tokenizers, train

CHARACTERS = 250_000
MERGES = 1_200
TEXTBOOK_SECONDS = 60.0

COMMON = """the of and to in a is that for it as with be by on not are this or an from at which you
can if has but all when will one each they its may more than other then there same no only first new
use used also into between before after over must should we your most such where these any while how
many some both up out so would about time data text value file line list name word key record table
format token count model number case test page user request result change order rule part set"""
PREFIXES = ("re", "un", "pre", "over", "sub", "inter", "dis")
STEMS = """act adapt align bound build calc cap cast check claim class clear close code collect
combin compar compil connect consider contain control convert creat deliver depend deriv design
detect direct draw edit enter estimat evolv exam expand expect explain export extend filter form
gather generat grow hand handl implement improv index inform inspect instal keep label learn limit
load log maintain mark match measur merg migrat monitor mov observ open operat pack pars perform
plan point prepar press process produc program protect publish quer read reason record reduc refer
regist releas remov render repeat replac report resolv respond restor return review run sampl scal
schedul search sect select separat serv shap shift sign sort sourc split start stor stream struct
support switch synchron tag track train transform translat travel trust updat valid vari view visit
wait watch work writ"""
SUFFIXES = ("", "s", "e", "ed", "er", "ers", "ing", "ion", "ions", "able", "ment", "ive", "ance")


Words = Callable[[int, int], list[str]]
"""Random words: at least as many as the first number says, at most as many as the second."""


def markdown_text(characters: int = CHARACTERS) -> str:
    """Markdown of this length: headings, prose, lists, tables, code and links."""
    rng = random.Random(20_261)
    plain, prefixed = (
        ["".join(parts) for parts in product(prefixes, STEMS.split(), SUFFIXES)]
        for prefixes in ([""], PREFIXES)
    )
    rng.shuffle(plain)
    rng.shuffle(prefixed)
    lexicon = [*COMMON.split(), *plain, *prefixed]
    weights = list(accumulate((rank + 3) ** -1.15 for rank in range(len(lexicon))))

    def words(low: int, high: int) -> list[str]:
        return rng.choices(lexicon, cum_weights=weights, k=rng.randint(low, high))

    blocks = (_heading, _prose, _prose, _prose, _bullets, _table, _code)
    parts: list[str] = []
    while sum(map(len, parts)) < characters:
        parts.append(rng.choice(blocks)(rng, words))
    return "\n\n".join(parts)[:characters]


def _heading(rng: random.Random, words: Words) -> str:
    return "#" * rng.randint(1, 3) + " " + " ".join(words(2, 5)).capitalize()


def _sentences(rng: random.Random, words: Words) -> Iterator[str]:
    for _ in range(rng.randint(2, 6)):
        sentence = words(6, 18)
        if rng.random() < 0.3:
            sentence.insert(3, f"`{'_'.join(words(1, 3))}`")
        if rng.random() < 0.2:
            sentence.insert(
                2, f"[{' '.join(words(1, 2))}](https://example.org/{'/'.join(words(1, 3))})"
            )
        if rng.random() < 0.3:
            sentence.append(str(rng.randint(1, 9_999)))
        half = len(sentence) // 2
        yield f"{' '.join(sentence[:half]).capitalize()}, {' '.join(sentence[half:])}."


def _prose(rng: random.Random, words: Words) -> str:
    return " ".join(_sentences(rng, words))


def _bullets(rng: random.Random, words: Words) -> str:
    return "\n".join(f"- **{words(1, 1)[0]}**: {' '.join(words(4, 9))}." for _ in range(4))


def _table(rng: random.Random, words: Words) -> str:
    rows = [words(3, 3) for _ in range(5)]
    rows[1] = ["---"] * 3
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _code(rng: random.Random, words: Words) -> str:
    lines = (f"    {'_'.join(words(1, 2))} = {words(1, 1)[0]}({rng.randint(0, 99)})" for _ in "abc")
    return "```python\n" + "\n".join(lines) + "\n```"


def ours(text: str, clock: Clock) -> tuple[float, int]:
    """Median seconds of training in five runs, and the number of merges learned."""
    return _median(lambda: len(train(text, MERGES, pre_tokenizer="gpt2").merges), clock)


def textbook(text: str) -> tuple[float, int]:
    """Processor seconds of the textbook's loop for all merges, and the rounds that were run.

    The time of a round is proportional to the symbols of the text, and every merge makes the text
    shorter by the count of its pair: so the time of all rounds follows from that of the first ones.
    """
    rule = pre_tokenizers.get("gpt2")
    pre_tokens = [rule.symbols(pre_token) for pre_token in rule.pre_tokens(text)]
    counts = [merge.count for merge in train(text, MERGES).merges]
    symbols = list(accumulate(counts[:-1], sub, initial=sum(map(len, pre_tokens))))
    rounds = 0
    start = time.process_time()
    while time.process_time() - start < TEXTBOOK_SECONDS and rounds < len(symbols):
        pair, _ = most_frequent(pre_tokens)
        pre_tokens = [merged(pre_token, pair) for pre_token in pre_tokens]
        rounds += 1
    per_symbol = (time.process_time() - start) / sum(symbols[:rounds])
    return per_symbol * sum(symbols), rounds


def rust(text: str) -> tuple[float, int]:
    """Median seconds of training with Hugging Face's library, and the number of merges learned."""
    from tokenizers import Tokenizer, models
    from tokenizers import pre_tokenizers as hf_pre_tokenizers
    from tokenizers.trainers import BpeTrainer

    def run() -> int:
        tokenizer = Tokenizer(models.BPE())
        tokenizer.pre_tokenizer = hf_pre_tokenizers.ByteLevel(add_prefix_space=False)
        alphabet = hf_pre_tokenizers.ByteLevel.alphabet()
        trainer = BpeTrainer(
            vocab_size=256 + MERGES,
            min_frequency=2,
            initial_alphabet=alphabet,
            show_progress=False,
        )
        tokenizer.train_from_iterator([text], trainer)
        return int(tokenizer.get_vocab_size()) - len(alphabet)

    return _median(run, time.perf_counter)


def _median(run: Callable[[], int], clock: Clock) -> tuple[float, int]:
    learned = run()
    return statistics.median(seconds(run, clock) for _ in range(5)), learned


def main() -> None:
    """Print the three times and the two ratios."""
    text = markdown_text()
    print(f"{len(text):,} characters of English Markdown, up to {MERGES:,} merges")
    our_cpu, _ = ours(text, time.process_time)
    our_wall, learned = ours(text, time.perf_counter)
    print(f"tokbench.bpe.train   {our_wall:8.3f} s  {learned:,} merges")
    print(f"tokbench.bpe.train   {our_cpu:8.3f} s  of processor time")
    rust_wall, learned = rust(text)
    print(f"tokenizers (Rust)    {rust_wall:8.3f} s  {learned:,} merges")
    slow_cpu, rounds = textbook(text)
    print(f"the textbook's loop  {slow_cpu:8.1f} s  of processor time, from {rounds:,} rounds")
    print(f"the textbook's loop takes {slow_cpu / our_cpu:,.0f} times as long as ours")
    print(f"ours takes {our_wall / rust_wall:.1f} times as long as the Rust trainer")


if __name__ == "__main__":
    main()
