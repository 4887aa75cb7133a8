from __future__ import annotations

from tokbench.bpe import train
from tokbench.bpe.evaluation import evaluate
from tokbench.report.training_summary import merge_log, summary


def test_the_log_has_one_line_a_merge() -> None:
    """Number, left, right, result and count; whitespace is quoted and a fragment is `�`."""
    assert merge_log(train("é  é  é  x", 2)).splitlines() == [
        "number\tleft\tright\tresult\tcount",
        '1\t"�"\t"�"\t"é"\t3',
        '2\t" "\t"é"\t" é"\t2',
    ]
    lines = merge_log(train("a\n\n\nb\n\n\nc", 1)).splitlines()
    assert lines[1].split("\t") == ["1", r'"\n"', r'"\n"', r'"\n\n"', "2"]


def test_the_summary_has_merges_tokens_and_words() -> None:
    model = train("low lower lowest", 10, pre_tokenizer="leading-space")
    evaluation = evaluate(model, 10, ["low lower lowest"], "low lower", ["low", "lowest"])
    assert summary(evaluation).splitlines() == [
        "learned 4 of 10 merges on leading-space pre-tokens; no other pair occurs often enough: "
        "12 tokens in all",
        "  keys               0 merges   0.0%",
        "  values             4 merges 100.0%",
        "  digits             0 merges   0.0%",
        "  punctuation        0 merges   0.0%",
        "  whitespace         0 merges   0.0%",
        "held-out text: 9 characters in 3 tokens, 3.00 characters per token",
        "low: a single token, low",
        "lowest: 3 tokens,  lowe|s|t",
    ]


def test_a_model_without_merges_has_a_summary_too() -> None:
    evaluation = evaluate(train("", 0), 0, [])
    first, *_ = summary(evaluation).splitlines()
    assert first == "learned 0 of 0 merges on gpt2 pre-tokens: 256 tokens in all"
