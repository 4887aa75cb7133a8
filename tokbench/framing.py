"""What is around a rendering when it is sent: JSON escapes, a prompt, a chat message."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal, NamedTuple

from tokbench.errors import InputError, UsageError
from tokbench.serializers.cells import minified

Embed = Literal["json-string"]
Chat = Literal["openai-chat"]

EMBEDS: Final[tuple[Embed, ...]] = ("json-string",)
CHATS: Final[tuple[Chat, ...]] = ("openai-chat",)

PLACEHOLDER: Final = "{payload}"

_OPENAI_CHAT_TOKENS: Final = 3 + 1 + 3
"""A message, its role ``user``, and the start of the reply: the OpenAI cookbook's arithmetic for
one user message, which was measured for models up to gpt-4o."""


class Template(NamedTuple):
    """A prompt with a place for the rendering.

    Attributes:
        name: The path as it was given, for people.
        before: The text before the placeholder.
        after: The text after it.
    """

    name: str
    before: str
    after: str


class Framing(NamedTuple):
    """What is put around every rendering before it is counted, and what is added to its count.

    Attributes:
        embed: ``json-string`` makes the rendering a JSON string with quotes and escapes, as the
            argument of a tool call has them. The quotes count: they may be part of a token.
        template: The prompt that the rendering, or its JSON string, is put into.
        chat: ``openai-chat`` adds the constant tokens of one user message.
    """

    embed: Embed | None = None
    template: Template | None = None
    chat: Chat | None = None

    def apply(self, text: str) -> str:
        """The whole text to count."""
        if self.embed:
            text = minified(text)
        if self.template:
            text = f"{self.template.before}{text}{self.template.after}"
        return text

    @property
    def constant_tokens(self) -> int:
        """The tokens that are added to every count."""
        return _OPENAI_CHAT_TOKENS if self.chat else 0

    @property
    def labels(self) -> tuple[str, ...]:
        """What is counted besides the rendering, one line each."""
        lines = []
        if self.embed:
            lines.append("every rendering is counted as a JSON string, with its quotes and escapes")
        if self.template:
            lines.append(f"every rendering is counted inside the prompt {self.template.name}")
        if self.chat:
            lines.append(
                f"every count holds {self.constant_tokens} tokens for one OpenAI chat message "
                "(the cookbook's constants, measured for models up to gpt-4o)"
            )
        return tuple(lines)


PLAIN: Final = Framing()
"""The rendering alone."""


def read_template(path: str) -> Template:
    """A prompt template: UTF-8 text with ``{payload}`` once; other braces are plain text.

    Raises:
        InputError: The file cannot be read, or is not UTF-8.
        UsageError: It does not have the placeholder exactly once.
    """
    try:
        # Read as bytes, since text mode would change the line ends that will be sent.
        text = Path(path).read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise InputError(f"the template cannot be read: {error.strerror}", source=path) from None
    except UnicodeDecodeError:
        raise InputError("the template is not UTF-8", source=path) from None
    before, *rest = text.split(PLACEHOLDER)
    if len(rest) != 1:
        times = f"{len(rest)} times" if rest else "not there"
        raise UsageError(f"{PLACEHOLDER} must be in the template once, it is {times}", place=path)
    return Template(path, before, rest[0])
