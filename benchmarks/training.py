"""How fast training is, beside the textbook's loop and beside a trainer written in Rust.

    python benchmarks/training.py

learns 1,200 merges from 250,000 characters of English Markdown, three ways, and prints two ratios:

* the textbook's loop recounts the text every round; it runs for a minute and is extrapolated.
  Both use one thread, so processor time is compared, which a busy machine does not change;
* Hugging Face's ``tokenizers`` (``pip install tokenizers``) is timed with the same splitting, by
  the clock on the wall, because it uses all cores.

The corpus is made up here from word lists, the same every time, so that it can be made again
anywhere; its words are spread as those of a language are (a few are everywhere, most are rare).
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

from pairs import Clock
from support.naive_bpe import (  # the textbook's loop is the oracle of the tests
    merged,
    most_frequent,
)

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


Take = Callable[[int, int], list[str]]


def corpus(characters: int = CHARACTERS) -> str:
    """English-looking Markdown of that length: headings, prose, lists, tables, code and links."""
    dice = random.Random(20_261)
    plain, prefixed = (
        ["".join(parts) for parts in product(prefixes, STEMS.split(), SUFFIXES)]
        for prefixes in ([""], PREFIXES)
    )
    dice.shuffle(plain)
    dice.shuffle(prefixed)
    words = [*COMMON.split(), *plain, *prefixed]
    weights = list(accumulate((rank + 3) ** -1.15 for rank in range(len(words))))

    def take(low: int, high: int) -> list[str]:
        return dice.choices(words, cum_weights=weights, k=dice.randint(low, high))

    blocks = (_heading, _prose, _prose, _prose, _bullets, _table, _code)
    parts: list[str] = []
    while sum(map(len, parts)) < characters:
        parts.append(dice.choice(blocks)(dice, take))
    return "\n\n".join(parts)[:characters]


def _heading(dice: random.Random, take: Take) -> str:
    return "#" * dice.randint(1, 3) + " " + " ".join(take(2, 5)).capitalize()


def _sentences(dice: random.Random, take: Take) -> Iterator[str]:
    for _ in range(dice.randint(2, 6)):
        words = take(6, 18)
        if dice.random() < 0.3:
            words.insert(3, f"`{'_'.join(take(1, 3))}`")
        if dice.random() < 0.2:
            words.insert(2, f"[{' '.join(take(1, 2))}](https://example.org/{'/'.join(take(1, 3))})")
        if dice.random() < 0.3:
            words.append(str(dice.randint(1, 9_999)))
        half = len(words) // 2
        yield f"{' '.join(words[:half]).capitalize()}, {' '.join(words[half:])}."


def _prose(dice: random.Random, take: Take) -> str:
    return " ".join(_sentences(dice, take))


def _bullets(dice: random.Random, take: Take) -> str:
    return "\n".join(f"- **{take(1, 1)[0]}**: {' '.join(take(4, 9))}." for _ in range(4))


def _table(dice: random.Random, take: Take) -> str:
    rows = [take(3, 3) for _ in range(5)]
    rows[1] = ["---"] * 3
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _code(dice: random.Random, take: Take) -> str:
    lines = (f"    {'_'.join(take(1, 2))} = {take(1, 1)[0]}({dice.randint(0, 99)})" for _ in "abc")
    return "```python\n" + "\n".join(lines) + "\n```"


def ours(text: str, clock: Clock) -> tuple[float, int]:
    """Seconds to train, and the merges learned: the median of five runs."""
    return _median(lambda: len(train(text, MERGES, pre_tokenizer="gpt2").merges), clock)


def textbook(text: str) -> tuple[float, int]:
    """Processor seconds that all merges would take the textbook, and the rounds that were run.

    A round costs what the text holds in symbols then, and every merge shortens the text by the
    count of its pair: so the seconds per symbol of the rounds that were run tell the rest.
    """
    cut = pre_tokenizers.get("gpt2")
    pre_tokens = [cut.symbols(pre_token) for pre_token in cut.pre_tokens(text)]
    shrinking = [merge.count for merge in train(text, MERGES).merges]
    symbols = list(accumulate(shrinking[:-1], sub, initial=sum(map(len, pre_tokens))))
    rounds = 0
    start = time.process_time()
    while time.process_time() - start < TEXTBOOK_SECONDS and rounds < len(symbols):
        pair, _ = most_frequent(pre_tokens)
        pre_tokens = [merged(pre_token, pair) for pre_token in pre_tokens]
        rounds += 1
    per_symbol = (time.process_time() - start) / sum(symbols[:rounds])
    return per_symbol * sum(symbols), rounds


def rust(text: str) -> tuple[float, int]:
    """Seconds to train with Hugging Face's library, and the merges that it learned."""
    from tokenizers import Tokenizer, models
    from tokenizers import pre_tokenizers as splits
    from tokenizers.trainers import BpeTrainer

    def run() -> int:
        tokenizer = Tokenizer(models.BPE())
        tokenizer.pre_tokenizer = splits.ByteLevel(add_prefix_space=False)
        alphabet = splits.ByteLevel.alphabet()
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
    seconds = []
    for _ in range(5):
        start = clock()
        learned = run()
        seconds.append(clock() - start)
    return statistics.median(seconds), learned


def main() -> None:
    """Print the three times and the two ratios."""
    text = corpus()
    print(f"{len(text):,} characters of English Markdown, up to {MERGES:,} merges")
    our_cpu, _ = ours(text, time.process_time)
    our_wall, learned = ours(text, time.perf_counter)
    print(
        f"tokbench.bpe.train   {our_wall:8.3f} s  {learned:,} merges, {our_cpu:.3f} s of processor"
    )
    rust_wall, learned = rust(text)
    print(f"tokenizers (Rust)    {rust_wall:8.3f} s  {learned:,} merges")
    slow_cpu, rounds = textbook(text)
    print(f"the textbook's loop  {slow_cpu:8.1f} s  of processor, from {rounds:,} rounds")
    print(f"the textbook's loop takes {slow_cpu / our_cpu:,.0f} times as long as ours")
    print(f"ours takes {our_wall / rust_wall:.1f} times as long as the Rust trainer")


if __name__ == "__main__":
    main()
