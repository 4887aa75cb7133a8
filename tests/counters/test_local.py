"""Counters over tokenizers that are trained here, compared with the libraries themselves."""

from __future__ import annotations

import base64
import io
import json
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
import sentencepiece as spm
from support.counting import count_many
from support.renderings import renderings
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers

from tokbench.counters import CounterInfo, hf, mistral, sentencepiece
from tokbench.counters.local import LocalCounter
from tokbench.errors import CounterError, ModelFileError, UnknownNameError, UsageError
from tokbench.payload import Payload
from tokbench.ranking import Bench

UNKNOWN = "<unk>"
ODD_TEXTS = ["", " \n\t ", "Zażółć gęślą jaźń 漢字 🦜 𓀀", "x" * 5000]
RENDERINGS = list(renderings())
TEXTS = [*RENDERINGS, *ODD_TEXTS]


def _byte_level() -> Tokenizer:
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.train_from_iterator(
        TEXTS,
        trainers.BpeTrainer(
            vocab_size=500,
            special_tokens=["<|endoftext|>"],
            initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
            show_progress=False,
        ),
    )
    return tokenizer


def _word_piece() -> Tokenizer:
    tokenizer = Tokenizer(models.WordPiece(unk_token=UNKNOWN))
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.train_from_iterator(
        RENDERINGS[:4],
        trainers.WordPieceTrainer(
            vocab_size=300, special_tokens=[UNKNOWN, "[CLS]"], show_progress=False
        ),
    )
    return tokenizer


def _unigram() -> Tokenizer:
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    tokenizer.train_from_iterator(
        RENDERINGS[:4],
        trainers.UnigramTrainer(
            vocab_size=120, special_tokens=[UNKNOWN], unk_token=UNKNOWN, show_progress=False
        ),
    )
    return tokenizer


TRAINED = {"byte-level": _byte_level, "word-piece": _word_piece, "unigram": _unigram}


@pytest.fixture(scope="module", params=TRAINED)
def trained(request: pytest.FixtureRequest) -> Tokenizer:
    made: Tokenizer = TRAINED[request.param]()
    return made


@pytest.fixture(scope="module")
def model_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    model = io.BytesIO()
    spm.SentencePieceTrainer.train(
        sentence_iterator=iter("\n".join(RENDERINGS[:20]).splitlines()),
        model_writer=model,
        vocab_size=200,
        minloglevel=2,
        normalization_rule_name="nmt_nfkc",
    )
    path = tmp_path_factory.mktemp("spm") / "tokenizer.model"
    path.write_bytes(model.getvalue())
    return path


def _saved(tokenizer: Tokenizer, folder: Path) -> str:
    path = folder / "tokenizer.json"
    tokenizer.save(str(path))
    return str(path)


def test_a_tokenizer_json_counts_what_its_library_counts(
    trained: Tokenizer, tmp_path: Path
) -> None:
    expected = [len(trained.encode(text, add_special_tokens=False).ids) for text in TEXTS]
    counter = hf.make(_saved(trained, tmp_path))
    assert count_many(counter, TEXTS) == expected
    assert count_many(hf.make(str(tmp_path)), TEXTS) == expected  # the folder names the file in it
    assert (counter.info.name, counter.info.kind) == (f"hf:{tmp_path / 'tokenizer.json'}", "exact")
    assert (
        counter.info.vocabulary_sha256
        == sha256((tmp_path / "tokenizer.json").read_bytes()).hexdigest()
    )


def test_truncation_padding_dropout_and_special_tokens_are_off(tmp_path: Path) -> None:
    """Settings for training and for chat do not change a count."""
    tokenizer = _byte_level()
    plain = count_many(hf.make(_saved(tokenizer, tmp_path)), TEXTS)
    tokenizer.enable_truncation(8)
    tokenizer.enable_padding(length=64)
    saved = json.loads(tokenizer.to_str())
    saved["model"]["dropout"] = 0.5
    (tmp_path / "tokenizer.json").write_text(json.dumps(saved), "utf-8")
    counter = hf.make(str(tmp_path))
    assert count_many(counter, TEXTS) == plain
    spelled, broken = count_many(counter, ["<|endoftext|>", "<|endo"])
    assert spelled > broken > 1


def test_a_tokenizer_that_merges_whitespace_says_so(tmp_path: Path) -> None:
    counter = hf.make(_saved(_word_piece(), tmp_path))
    assert counter.info.notes == (
        "it drops or merges whitespace: formats look cheaper than they are",
    )


def test_a_tokenizer_that_loses_nothing_has_no_notes(tmp_path: Path) -> None:
    counter = hf.make(_saved(_byte_level(), tmp_path))
    count_many(counter, TEXTS)
    assert counter.info.notes == ()


def test_a_tokenizer_without_an_unknown_token_drops_what_it_does_not_know(tmp_path: Path) -> None:
    tokenizer = Tokenizer(models.BPE({"a": 0, "b": 1, "ab": 2}, [("a", "b")]))
    counter = hf.make(_saved(tokenizer, tmp_path))
    assert counter.count("ab🦜") == 1
    assert "it drops characters that it does not know: formats look cheaper" in (
        " ".join(counter.info.notes)
    )


@pytest.mark.parametrize("kind", ["word-piece", "unigram"])
def test_unknown_tokens_are_reported(kind: str, tmp_path: Path) -> None:
    """A note appears once a text with unknown parts was counted, and not before."""
    counter = hf.make(_saved(TRAINED[kind](), tmp_path))
    counter.count("item")
    assert not any("unknown token" in note for note in counter.info.notes)
    count_many(counter, ["item", "🦜", "漢 item"])
    assert "it maps parts of these texts to its unknown token: formats look" in (
        " ".join(counter.info.notes)
    )


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_unknown_token_in_another_process_is_reported(jobs: int, tmp_path: Path) -> None:
    """A comparison with several processes has the notes that they made."""
    counter = hf.make(_saved(_word_piece(), tmp_path))
    bench = Bench.of(["json-min", "csv"], baseline="json-min")
    found = replace(bench, counters=(counter,)).run([Payload("p", [{"a": "🦜"}])], processes=jobs)
    assert "it maps parts of these texts to its unknown token" in " ".join(found.counters[0].notes)
    assert counter.met_unknown is (jobs == 1)


def test_the_texts_that_show_losses_are_encoded_once() -> None:
    encoded: list[list[str]] = []

    def encode(texts: list[str]) -> list[list[int]]:
        encoded.append(texts)
        return [[ord(character) for character in text] for text in texts]

    counter = LocalCounter("x", "", encode)
    assert counter.info == counter.info == CounterInfo("x", "exact", "")
    assert len(encoded) == 4


def test_a_sentencepiece_model_counts_what_its_library_counts(model_file: Path) -> None:
    processor = spm.SentencePieceProcessor(model_file=str(model_file))
    counter = sentencepiece.make(str(model_file))
    assert count_many(counter, TEXTS) == [len(processor.encode(text)) for text in TEXTS]
    assert counter.info.name == f"sentencepiece:{model_file}"
    notes = " ".join(counter.info.notes)
    assert "drops or merges whitespace" in notes
    assert "maps parts of" in notes


@pytest.mark.parametrize("half", ["\ud83d", "a\ude00"])
def test_half_a_pair_counts_as_the_replacement_character(
    half: str, tmp_path: Path, model_file: Path
) -> None:
    whole = half.replace("\ud83d", "�").replace("\ude00", "�")
    for counter in (hf.make(_saved(_byte_level(), tmp_path)), sentencepiece.make(str(model_file))):
        assert counter.count(half) == counter.count(whole)


def test_mistral_tokenizers_are_those_of_the_package() -> None:
    files = mistral.packaged_files()
    assert {"v1", "v3", "tekken_240911"} <= set(files)
    processor = spm.SentencePieceProcessor(model_file=str(files["v3"]))
    counter = mistral.make("v3")
    assert count_many(counter, TEXTS) == [len(processor.encode(text)) for text in TEXTS]
    assert counter.info.name == "mistral:v3"


@pytest.fixture
def tekken_file(tmp_path: Path) -> Path:
    """A file like those of mistral-common, of single bytes only: the real ones load slowly."""
    vocabulary = [
        {"rank": n, "token_bytes": base64.b64encode(bytes([n])).decode(), "token_str": None}
        for n in range(256)
    ]
    config = {
        "pattern": r"\p{L}+|\s+(?!\S)|[^\p{L}]",
        "num_vocab_tokens": 256,
        "default_vocab_size": 356,
        "default_num_special_tokens": 100,
        "version": "v3",
    }
    path = tmp_path / "tekken_1.json"
    path.write_text(json.dumps({"config": config, "vocab": vocabulary}), "utf-8")
    return path


def test_tekken_counts_what_its_library_counts(
    tekken_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mistral_common.tokens.tokenizers.tekken import Tekkenizer

    tokenizer = Tekkenizer.from_file(tekken_file)
    monkeypatch.setattr(mistral, "packaged_files", lambda: {"tekken_1": tekken_file})
    counter = mistral.make("tekken_1")
    expected = [len(tokenizer.encode(text, bos=False, eos=False)) for text in TEXTS]
    assert count_many(counter, TEXTS) == expected == [len(text.encode()) for text in TEXTS]
    assert counter.info.notes == ()
    with pytest.raises(CounterError, match=r"^mistral:tekken_1: the tokenizer failed on a text: "):
        counter.count(" " * 1_000_000)


def test_an_unknown_mistral_tokenizer_lists_the_others() -> None:
    with pytest.raises(UnknownNameError, match=r"did you mean 'v7'\?.*tekken_240718"):
        mistral.make("v77")


@pytest.mark.parametrize("module", [hf, sentencepiece])
@pytest.mark.parametrize(
    ("content", "reason"),
    [(None, "cannot be read: No such file"), (b"", "no "), (b"{}", "no "), (b"\xff\x00", "no ")],
)
def test_a_file_that_is_no_tokenizer_is_one_line(
    module: object, content: bytes | None, reason: str, tmp_path: Path
) -> None:
    path = tmp_path / "file"
    if content is not None:
        path.write_bytes(content)
    make = hf.make if module is hf else sentencepiece.make
    with pytest.raises(ModelFileError) as caught:
        make(str(path))
    assert str(caught.value).startswith(f"{path}: {reason}")
    assert "\n" not in str(caught.value)


def test_a_tilde_is_the_home_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No shell expands it after the colon of a counter's name."""
    monkeypatch.setenv("HOME", str(tmp_path))
    _saved(_byte_level(), tmp_path)
    assert hf.make("~/tokenizer.json").count("a") == 1
    with pytest.raises(ModelFileError, match=r"^~nobody-here/x: cannot be read: "):
        hf.make("~nobody-here/x")


def test_a_path_is_needed() -> None:
    with pytest.raises(UsageError, match=r"^hf: needs a path after the colon$"):
        hf.make("")


def _failing_with(error: BaseException) -> LocalCounter:
    def encode(texts: list[str]) -> list[list[int]]:
        raise error

    return LocalCounter("x", "", encode)


class PanicException(BaseException):
    """Not a subclass of Exception, as pyo3 raises it."""


@pytest.mark.parametrize("error", [ValueError("too\ndeep"), PanicException("too deep")])
def test_a_library_that_fails_is_one_line(error: BaseException) -> None:
    with pytest.raises(CounterError, match=r"^x: the tokenizer failed on a text: too deep$"):
        _failing_with(error).count("a")


def test_an_interruption_is_no_failure_of_the_library() -> None:
    with pytest.raises(KeyboardInterrupt):
        _failing_with(KeyboardInterrupt()).count("a")
