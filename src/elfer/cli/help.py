"""Help texts in the user's language, at any width."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.text import Text
from typer.core import TyperCommand, TyperGroup

from elfer.bots import BOTS
from elfer.core.refusals import BadInput
from elfer.core.texts import Words
from elfer.terminal.screen import EncodableWords, encodable, screen

WIDEST = 100
"""Maximum width of help."""
NARROW = 60
"""Below this width, descriptions stand under their options."""
KINDS = {"number": ("<int", "<float"), "file": ("<path",)}
"""Prefixes of Typer's type descriptions."""


def language() -> str:
    """The language of the locale: `de` or `en`."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return "de" if value.startswith("de") else "en"
    return "en"


LOCALE = language()


class Voice:
    """The language of help and error messages."""

    lang = LOCALE


def help_text(key: str | None, words: Words) -> str:
    """The help text for a key; other text is returned as it is."""
    if key and words.knows(key):
        return words.say(key, bots=list(BOTS))
    return encodable(key or "")


ADDED_BY_TYPER = {
    "help": "help.help",
    "install-completion": "help.install_completion",
    "show-completion": "help.show_completion",
}
"""Help keys of options that Typer adds."""


class _HelpByKeys:
    """What commands and their group share: their help texts are keys."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        show_help(self, ctx)

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        """Completions with translated help."""
        items: list[Any] = super().shell_complete(ctx, incomplete)  # type: ignore[misc]
        for item in items:
            key = ADDED_BY_TYPER.get(item.value.removeprefix("--"), item.help)
            item.help = help_text(key, Words(Voice.lang)) or None
        return items


class CliCommand(_HelpByKeys, TyperCommand):
    """A command whose help texts are keys."""

    def get_short_help_str(self, limit: int = 45) -> str:
        return help_text(self.help, Words(Voice.lang))

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        ctx.allow_extra_args = True
        rest = super().parse_args(ctx, args)
        if rest and not ctx.resilient_parsing:
            raise BadInput("argument_extra", value=" ".join(rest))
        return rest


class Commands(_HelpByKeys, TyperGroup):
    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        name = args[0]
        if name[:1] != "-" and name not in self.commands and not ctx.resilient_parsing:
            raise BadInput("unknown_command", command=name, commands=list(self.commands))
        return super().resolve_command(ctx, args)


def show_help(command: Any, ctx: Any) -> None:
    """Print usage, description, arguments, commands and options of a command."""
    words, console = EncodableWords(Voice.lang), screen()
    console.width = min(WIDEST, console.width)
    commands: dict[str, Any] = getattr(command, "commands", {})
    usage = ["elfer", *([ctx.info_name] if ctx.parent else []), words.say("help.some_options")]
    usage += [words.say("help.some_command")] if commands else []
    arguments, options = [], []
    for one in command.get_params(ctx):
        if one.param_type_name == "argument":
            name = placeholder(one, words)
            usage.append(name if one.required else f"[{name}]")
            arguments.append((name, _about(one, words)))
        else:
            options.append((_label(one, words), _about(one, words)))
    console.print(Text.assemble((words.say("help.usage"), "bold"), " ", " ".join(usage)))
    console.print(Text(f"\n{help_text(command.help, words)}"))
    _show(console, words.say("help.arguments"), arguments)
    below = [(name, Text(help_text(one.help, words))) for name, one in commands.items()]
    _show(console, words.say("help.commands"), below)
    _show(console, words.say("help.options"), options)


def _show(console: Console, head: str, rows: Sequence[tuple[str, Text]]) -> None:
    """Print names with their descriptions, which stand below the names in a narrow terminal."""
    if not rows:
        return
    console.print(Text(f"\n{head}", style="bold"))
    narrow = console.width < NARROW
    indent = 6 if narrow else 4 + max(len(label) for label, _ in rows)
    gap = Text("\n" + " " * indent)
    for label, does in rows:
        name = Text.assemble((f"  {label}", "cyan"), gap if narrow else " " * (indent - 2 - len(label)))
        console.print(name + gap.join(does.wrap(console, console.width - indent)))


def placeholder(parameter: Any, words: Words) -> str:
    """The placeholder for a value: `NUMBER`."""
    if parameter.metavar:
        return help_text(parameter.metavar, words)
    described = str(parameter.display_type_rich(None))
    kinds = (name for name, prefixes in KINDS.items() if described.startswith(prefixes))
    return words.say(f"help.{next(kinds, 'text')}")


def _label(option: Any, words: Words) -> str:
    """An option with its aliases and placeholder."""
    names = ", ".join(sorted(option.opts, key=len) + list(option.secondary_opts))
    return names if option.is_flag else f"{names} {placeholder(option, words)}"


def _about(parameter: Any, words: Words) -> Text:
    """The description of a parameter, with its default."""
    default, remarks = parameter.default, []
    if parameter.required and parameter.param_type_name == "option":
        remarks.append(words.say("help.required"))
    if default not in (None, "") and not isinstance(default, bool):
        remarks.append(words.say("help.default", value=default))
    if parameter.envvar:
        remarks.append(str(parameter.envvar))
    said = Text(help_text(ADDED_BY_TYPER.get(parameter.name.replace("_", "-"), parameter.help), words))
    return said.append(f" ({'; '.join(remarks)})", style="dim") if remarks else said
