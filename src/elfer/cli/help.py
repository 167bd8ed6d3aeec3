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
from elfer.terminal.screen import Spelled, plainly, screen

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


def put(key: str | None, words: Words) -> str:
    """The help text for a key; other text is returned as it is."""
    if key and words.knows(key):
        return words.say(key, bots=list(BOTS))
    return plainly(key or "")


OTHERS = {
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
            key = OTHERS.get(item.value.removeprefix("--"), item.help)
            item.help = put(key, Words(Voice.lang)) or None
        return items


class CliCommand(_HelpByKeys, TyperCommand):
    """A command whose help texts are keys."""

    def get_short_help_str(self, limit: int = 45) -> str:
        return put(self.help, Words(Voice.lang))

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
    """Print usage, description, arguments and options of a command."""
    words, console = Spelled(Voice.lang), screen()
    console.width = min(WIDEST, console.width)
    parameters = command.get_params(ctx)
    arguments = [one for one in parameters if one.param_type_name == "argument"]
    options = [one for one in parameters if one.param_type_name == "option"]
    below: dict[str, Any] = getattr(command, "commands", {})
    placed = (kind(one, words) if one.required else f"[{kind(one, words)}]" for one in arguments)
    usage = ["elfer", *([ctx.info_name] if ctx.parent else []), words.say("help.some_options"), *placed]
    usage += [words.say("help.some_command")] if below else []
    console.print(Text.assemble((words.say("help.usage"), "bold"), " ", " ".join(usage)))
    console.print(Text(f"\n{put(command.help, words)}"))
    _show(console, words.say("help.arguments"), [(kind(one, words), _does(one, words)) for one in arguments])
    commands = [(name, Text(put(one.help, words))) for name, one in below.items()]
    _show(console, words.say("help.commands"), commands)
    _show(console, words.say("help.options"), [(_label(one, words), _does(one, words)) for one in options])


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


def kind(parameter: Any, words: Words) -> str:
    """The placeholder for a value: `NUMBER`."""
    if parameter.metavar:
        return put(parameter.metavar, words)
    described = str(parameter.display_type_rich(None))
    kinds = (name for name, prefixes in KINDS.items() if described.startswith(prefixes))
    return words.say(f"help.{next(kinds, 'text')}")


def _label(option: Any, words: Words) -> str:
    """An option with its aliases and placeholder."""
    names = ", ".join(sorted(option.opts, key=len) + list(option.secondary_opts))
    return names if option.is_flag else f"{names} {kind(option, words)}"


def _does(parameter: Any, words: Words) -> Text:
    """The description of a parameter, with its default."""
    default, remarks = parameter.default, []
    if parameter.required and parameter.param_type_name == "option":
        remarks.append(words.say("help.required"))
    if default not in (None, "") and not isinstance(default, bool):
        remarks.append(words.say("help.default", value=default))
    if parameter.envvar:
        remarks.append(str(parameter.envvar))
    said = Text(put(OTHERS.get(parameter.name.replace("_", "-"), parameter.help), words))
    return said.append(f" ({'; '.join(remarks)})", style="dim") if remarks else said
