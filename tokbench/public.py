"""The calls that most programs need."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any, get_args, overload

from tokbench import serializers
from tokbench.advice import breakdown
from tokbench.arguments import (
    NOT_GIVEN,
    amount_of,
    names_of,
    one_of,
    path_or_mapping,
    payload_of,
    payloads_of,
    reading_of,
)
from tokbench.comparison import Comparison
from tokbench.counters import DEFAULT_COUNTER
from tokbench.counters.choice import choose_one
from tokbench.counters.tokenized import Tokenized, tokenized
from tokbench.errors import UsageError, option
from tokbench.explained import Explained
from tokbench.framing import CHATS, EMBEDS, Chat, Embed, Framing, read_template
from tokbench.payload import Payload
from tokbench.pricing.columns import PriceOptions
from tokbench.ranking import Bench, FidelityMode
from tokbench.result import AS_GIVEN, AllowedVerdict
from tokbench.text_batches import counts_of


def compare(
    data_or_path: Any = NOT_GIVEN,
    formats: str | Iterable[str] | None = None,
    counters: str | Iterable[str] | None = None,
    baseline: str | None = None,
    *,
    payloads: Mapping[str, Any] | Iterable[str | os.PathLike[str] | Payload] | None = None,
    model: str | Iterable[str] | None = None,
    fidelity: FidelityMode = "auto",
    allow: AllowedVerdict = "lossless",
    input_format: str | None = None,
    records: str | None = None,
    strings: bool = False,
    text: str | Iterable[str] = (),
    delimiter: str | None = None,
    no_header: bool = False,
    encoding: str | None = None,
    embed: Embed | None = None,
    wrap: str | os.PathLike[str] | None = None,
    framing: Chat | None = None,
    calls: int | None = None,
    price: str | float | Decimal | None = None,
    output_price: str | float | Decimal | None = None,
    prices: str | os.PathLike[str] | Mapping[str, Any] | None = None,
    output_tokens: bool = False,
    jobs: int = 1,
) -> Comparison:
    """What payloads cost in every format, under every counter, against a baseline.

    Args:
        data_or_path: One payload: Python data, a pandas DataFrame, or a
            :class:`~tokbench.payload.Payload`; a text or path is the path of a file to read.
        formats: Names of formats, in a list or with commas in one text; ``"all"``, or None for the
            default set.
        counters: Names of counters, given in the same way; None for ``o200k_base``.
        baseline: The format that every ratio is taken against; None for ``json-pretty``. Plain text
            is its own baseline.
        payloads: Several payloads in place of ``data_or_path``: a mapping from names to what
            ``data_or_path`` takes, or the paths of files.
        model: Models whose counters count too, given as ``counters`` are.
        fidelity: ``"full"`` reads every rendering back, ``"off"`` none, ``"auto"`` all or, of
            tables over 2 MB, a part that is chosen by what trips notations.
        allow: The worst verdict that the best format may have: ``"lossless"``, ``"ambiguous"`` or
            ``"lossy"``.
        input_format: The notation to read a file as, whatever its name.
        records: The path of the part to take, such as ``"data.items"``.
        strings: Whether the cells of a CSV, TSV or Excel file all stay text.
        text: The columns of a CSV, TSV or Excel file whose cells stay text.
        delimiter: What separates the cells of a CSV file, or ``"tab"``; None to find it out.
        no_header: Whether the first row of a CSV or TSV file is a record, so that columns are
            numbered.
        encoding: How a file's text is encoded, such as ``"cp1252"``; None for UTF-8, or what its
            byte-order mark says.
        embed: ``"json-string"`` counts each rendering as a JSON string, with quotes and escapes.
        wrap: The path of a prompt; each rendering is counted in place of its ``{payload}``.
        framing: ``"openai-chat"`` adds the tokens that a chat message takes besides its text.
        calls: The number of calls whose costs are shown, in US dollars.
        price: Dollars for a million input tokens.
        output_price: Dollars for a million output tokens.
        prices: The prices of models: the path of a TOML or JSON file, or a mapping with the same
            content, such as ``{"gpt-5": {"input": 1.25, "output": 10}}``.
        output_tokens: Whether renderings are priced as output, as if the model wrote them.
        jobs: The number of processes that measure.

    Raises:
        InputError: A payload or prompt cannot be read.
        UnknownNameError: A format, counter, model, baseline, notation or price does not exist.
        UsageError: The baseline cannot hold a payload, an option is only for files or has no
            effect, no payload is given, or one is no path and has no name.
        ConfigError: The prices of models are wrong.

    >>> import tokbench
    >>> comparison = tokbench.compare([{"id": 1, "ok": True}, {"id": 2, "ok": False}])
    >>> comparison.best().format
    'tsv'
    >>> prompts = {"users": [{"id": 1, "ok": True}], "limits": {"cpu": 2}}
    >>> comparison = tokbench.compare(payloads=prompts, formats="yaml,json-min")
    >>> [(payload.name, payload.row("yaml").tokens) for payload in comparison.payloads]
    [('users', {'o200k_base': 10}), ('limits', {'o200k_base': 4})]
    """
    counter_names, models = names_of("counters", counters), names_of("model", model)
    costs = PriceOptions(
        calls, amount_of(price), amount_of(output_price), path_or_mapping(prices), output_tokens
    )
    bench = Bench.of(
        names_of("formats", formats) or ("default",),
        counter_names,
        baseline,
        models=models,
        fidelity=one_of("fidelity", fidelity, get_args(FidelityMode)),
        allow=one_of("allow", allow, get_args(AllowedVerdict)),
        framing=Framing(
            embed and one_of("embed", embed, EMBEDS),
            None if wrap is None else read_template(os.fspath(wrap)),
            framing and one_of("framing", framing, CHATS),
        ),
        prices=costs.columns(counter_names, models),
    )
    if jobs < 1:
        raise UsageError(f"{option('jobs', jobs)} is not at least 1")
    options = reading_of(input_format, records, strings, text, delimiter, no_header, encoding)
    given = payloads_of(data_or_path, payloads, options, parsed=bench.needs_data)
    return Comparison.of(bench.run(given, processes=jobs))


def render(
    data: Any,
    format: str,  # noqa: A002  the field's own word for it
    *,
    input_format: str | None = None,
    records: str | None = None,
    strings: bool = False,
    text: str | Iterable[str] = (),
    delimiter: str | None = None,
    no_header: bool = False,
    encoding: str | None = None,
) -> str:
    """A payload in one format, byte for byte what :func:`compare` counts.

    Args:
        data: As for :func:`compare`, and the options of reading too.
        format: The name of the format.
        input_format: The notation to read a file as, whatever its name.
        records: The path of the part to take.
        strings: Whether the cells of a CSV, TSV or Excel file all stay text.
        text: The columns of a CSV, TSV or Excel file whose cells stay text.
        delimiter: What separates the cells of a CSV file, or ``"tab"``; None to find it out.
        no_header: Whether the first row of a CSV or TSV file is a record, so that columns are
            numbered.
        encoding: How a file's text is encoded, such as ``"cp1252"``; None for UTF-8, or what its
            byte-order mark says.

    Raises:
        InputError: The payload cannot be read.
        UnknownNameError: The format or notation does not exist.
        UsageError: An option is only for files.
        CannotRender: The format cannot hold the payload.

    >>> import tokbench
    >>> tokbench.render({"a": [1, 2]}, "json-min")
    '{"a":[1,2]}'
    """
    form = serializers.get(format)
    options = reading_of(input_format, records, strings, text, delimiter, no_header, encoding)
    return form.rendering(payload_of(data, options, parsed=form.name != AS_GIVEN))


@overload
def count(text_or_texts: str, counter: str = ...) -> int: ...  # type: ignore[overload-overlap]
@overload
def count(text_or_texts: Iterable[str], counter: str = ...) -> list[int]: ...
def count(text_or_texts: str | Iterable[str], counter: str = DEFAULT_COUNTER) -> int | list[int]:
    """The number of tokens of a text, or a list with that of each of several texts.

    What spells a special token is ordinary text.

    Args:
        text_or_texts: A text, or texts in any iterable, such as a list or a Series of pandas.
        counter: The name of the counter.

    Raises:
        UsageError: It is neither, or has an item that is no text; the place is that of the item.
        UnknownNameError: The counter does not exist.
        CounterError: The counter failed, or is not available here.

    >>> import tokbench
    >>> tokbench.count("<|endoftext|>")
    7
    >>> tokbench.count(["hello", "hello world", ""])
    [1, 2, 0]
    """
    chosen = choose_one(counter)
    if isinstance(text_or_texts, str):
        return chosen.count(text_or_texts)
    return counts_of(text_or_texts, chosen)


def explain(
    data_or_path: Any,
    format: str | None = None,  # noqa: A002  the field's own word for it
    counter: str = DEFAULT_COUNTER,
    *,
    input_format: str | None = None,
    records: str | None = None,
    strings: bool = False,
    text: str | Iterable[str] = (),
    delimiter: str | None = None,
    no_header: bool = False,
    encoding: str | None = None,
) -> Explained:
    """What each path of a payload costs, and what shortening its values would save.

    Args:
        data_or_path: One payload, as for :func:`compare`, and the options of reading too.
        format: The format that it is sent in; None for the cheapest lossless one.
        counter: The name of the counter.
        input_format: The notation to read a file as, whatever its name.
        records: The path of the part to take.
        strings: Whether the cells of a CSV, TSV or Excel file all stay text.
        text: The columns of a CSV, TSV or Excel file whose cells stay text.
        delimiter: What separates the cells of a CSV file, or ``"tab"``; None to find it out.
        no_header: Whether the first row of a CSV or TSV file is a record, so that columns are
            numbered.
        encoding: How a file's text is encoded, such as ``"cp1252"``; None for UTF-8, or what its
            byte-order mark says.

    Raises:
        InputError: The payload cannot be read.
        UnknownNameError: The format, counter or notation does not exist.
        CannotRender: The format cannot hold the payload, or it is plain text.
        UsageError: An option is only for files, or no format is the best one.
        CounterError: The counter failed, or is not available here.

    >>> import tokbench
    >>> users = [{"id": 1, "note": "a long remark"}, {"id": 2, "note": "another one"}]
    >>> tokbench.explain(users, "csv").paths[0].path
    '[].note'
    """
    options = reading_of(input_format, records, strings, text, delimiter, no_header, encoding)
    return Explained.of(breakdown.of_payload(payload_of(data_or_path, options), format, counter))


def tokenize(text: str, counter: str = DEFAULT_COUNTER) -> Tokenized:
    """The tokens of a text, and the pre-tokens that they are made of.

    What spells a special token is ordinary text.

    Raises:
        UsageError: It is no text, or the counter cannot show tokens, as an estimate.
        UnknownNameError: The counter does not exist.
        CounterError: The counter failed, or is not available here.

    >>> import tokbench
    >>> [token.content for token in tokbench.tokenize("hello world").tokens]
    [b'hello', b' world']
    """
    if not isinstance(text, str):
        raise UsageError(f"{option('text')} is {type(text).__name__}, not text")
    return tokenized(text, counter)
