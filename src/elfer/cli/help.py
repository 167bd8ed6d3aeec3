"""Help texts in the user's language, at any width."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text
from typer.core import TyperCommand, TyperGroup

from elfer.bots import BOTS
from elfer.core.refusals import BadInput
from elfer.core.texts import Words
from elfer.terminal.screen import Spelled, plainly, screen

WIDEST = 100
"""Maximum width of help."""
NARROW = 60
"""Below this width, descriptions stand under their options."""
LABEL = 28
"""Columns for option names."""
NUMBERS, PATHS = ("<int", "<float"), ("<path",)
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


def put(key: str | None, words: Words) -> str:
    """The help text for a key; other text is returned as it is."""
    if key and words.knows(key):
        return words.say(key, bots=list(BOTS))
    return plainly(key or "")


class CliCommand(TyperCommand):
    """A command whose help texts are keys."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        show_help(self, ctx)

    def get_help_option(self, ctx: Any) -> Any:
        return _with_key(super().get_help_option(ctx))

    def get_short_help_str(self, limit: int = 45) -> str:
        return put(self.help, Words(Voice.lang))

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        return _with_help(super().shell_complete(ctx, incomplete))

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        ctx.allow_extra_args = True
        rest = super().parse_args(ctx, args)
        if rest and not ctx.resilient_parsing:
            raise BadInput("argument_extra", value=" ".join(rest))
        return rest


class Commands(TyperGroup):
    """All commands."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        show_help(self, ctx)

    def get_help_option(self, ctx: Any) -> Any:
        return _with_key(super().get_help_option(ctx))

    def get_params(self, ctx: Any) -> list[Any]:
        return [_with_key(parameter) for parameter in super().get_params(ctx)]

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        return _with_help(super().shell_complete(ctx, incomplete))

    def _click_resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        name = args[0]
        if name[:1] != "-" and name not in self.commands and not ctx.resilient_parsing:
            raise BadInput("unknown_command", command=name, commands=list(self.commands))
        return super()._click_resolve_command(ctx, args)


OTHERS = {
    "help": "help.help",
    "install_completion": "help.install_completion",
    "show_completion": "help.show_completion",
}
"""Help keys of options that Typer adds."""


def _with_key(parameter: Any) -> Any:
    if parameter is not None and parameter.name in OTHERS:
        parameter.help = OTHERS[parameter.name]
    return parameter


def _with_help(items: list[Any]) -> list[Any]:
    """Completions with translated help."""
    for item in items:
        item.help = put(item.help, Words(Voice.lang)) or None
    return items


def show_help(command: Any, ctx: Any) -> None:
    """Print usage, description, arguments and options of a command."""
    words, console = Spelled(Voice.lang), screen()
    console.width = min(WIDEST, console.width)
    parameters = command.get_params(ctx)
    arguments = [one for one in parameters if one.param_type_name == "argument"]
    options = [one for one in parameters if one.param_type_name == "option"]
    below: dict[str, Any] = getattr(command, "commands", {})
    path = ["elfer", ctx.info_name] if ctx.parent else ["elfer"]
    usage = [*path, words.say("help.some_options"), *(_placed(one, words) for one in arguments)]
    usage += [words.say("help.some_command")] if below else []
    console.print(Text.assemble((words.say("help.usage"), "bold"), " ", " ".join(usage)))
    console.print(Text(f"\n{put(command.help, words)}"))
    _show(console, words.say("help.arguments"), [(kind(one, words), _does(one, words)) for one in arguments])
    _show(console, words.say("help.commands"), [(name, _help(one, words)) for name, one in below.items()])
    _show(console, words.say("help.options"), [(_label(one, words), _does(one, words)) for one in options])


def _show(console: Console, head: str, rows: Sequence[tuple[str, Text]]) -> None:
    """Print a list of names with their descriptions."""
    if not rows:
        return
    console.print(Text(f"\n{head}", style="bold"))
    width = min(LABEL, max(len(label) for label, _ in rows))
    for label, does in rows:
        named = Text(label, style="cyan")
        if console.width < NARROW or len(label) > width:
            console.print(Padding(named, (0, 0, 0, 2), expand=False))
            indent = 6 if console.width < NARROW else width + 4
            console.print(Padding(does, (0, 0, 0, indent), expand=False))
        else:
            line = Table.grid(padding=(0, 2, 0, 0))
            line.add_column(width=width)
            line.add_row(named, does)
            console.print(Padding(line, (0, 0, 0, 2), expand=False))


def _help(command: Any, words: Words) -> Text:
    return Text(put(command.help, words))


def kind(parameter: Any, words: Words) -> str:
    """The placeholder for a value: `NUMBER`."""
    if parameter.metavar:
        return put(parameter.metavar, words)
    described = str(parameter.display_type_rich(None))
    if described.startswith(NUMBERS):
        return words.say("help.number")
    return words.say("help.file") if described.startswith(PATHS) else words.say("help.text")


def _placed(argument: Any, words: Words) -> str:
    value = kind(argument, words)
    return value if argument.required else f"[{value}]"


def _label(option: Any, words: Words) -> str:
    """An option with its aliases and placeholder."""
    names = ", ".join(sorted(option.opts, key=len) + list(option.secondary_opts))
    return names if option.is_flag else f"{names} {kind(option, words)}"


def _does(parameter: Any, words: Words) -> Text:
    """The description of a parameter, with its default."""
    remarks = "; ".join(_remarks(parameter, words))
    said = Text(put(parameter.help, words))
    return said.append(f" ({remarks})", style="dim") if remarks else said


def _remarks(parameter: Any, words: Words) -> Iterator[str]:
    default = parameter.default
    if parameter.required and parameter.param_type_name == "option":
        yield words.say("help.required")
    if default not in (None, "", []) and not isinstance(default, bool) and not callable(default):
        yield words.say("help.default", value=default)
    if parameter.envvar:
        yield str(parameter.envvar)
