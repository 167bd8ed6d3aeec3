"""What is assumed of the insides of libraries; a version that breaks it is named, with what changed."""

from __future__ import annotations

import inspect
import re
import tomllib
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

import pytest
import uvicorn
from numba.core.caching import FunctionCache
from numba.core.cpu import CPUTargetOptions
from numba.core.dispatcher import Dispatcher
from packaging.requirements import Requirement
from starlette.staticfiles import StaticFiles
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.protocol import Protocol

from elfer.compiled.just_in_time import OPTIONS, _Cache
from elfer.server.web.connection_limits import ConnectionLimits
from elfer.server.web.hardening import HttpConnection, WebSocketConnection
from elfer.server.web.run import NodeServer
from elfer.server.web.static_files import PageFiles

PROJECT = Path(__file__).parents[1] / "pyproject.toml"
SUBCLASSES = {
    HttpConnection: HttpToolsProtocol,
    WebSocketConnection: WebSocketsSansIOProtocol,
    NodeServer: uvicorn.Server,
    ConnectionLimits: ServerState,
    PageFiles: StaticFiles,
    _Cache: FunctionCache,
}
OVERRIDDEN = {
    HttpToolsProtocol: (
        "connection_made", "connection_lost", "data_received", "on_message_begin", "on_headers_complete",
        "handle_websocket_upgrade", "on_response_complete", "pause_writing", "resume_writing",
    ),
    WebSocketsSansIOProtocol: (
        "connection_made", "connection_lost", "data_received", "handle_connect", "handle_cont", "receive",
        "send_receive_event_to_app", "pause_writing", "resume_writing", "handle_ping", "send", "shutdown",
    ),
    uvicorn.Server: ("startup", "shutdown", "capture_signals"),
    ServerState: (),
    StaticFiles: ("lookup_path", "file_response"),
    FunctionCache: ("_index_key",),
}  # fmt: skip
"""The methods of libraries that a subclass replaces or extends; the library must call them itself."""
USED = {
    HttpToolsProtocol: (
        "client", "cycle", "headers", "loop", "parser", "pipeline", "scope", "send_400_response",
        "server_state", "transport",
    ),
    RequestResponseCycle: ("disconnected", "message_event", "more_body", "response_complete", "scope"),
    WebSocketsSansIOProtocol: (
        "client", "close_sent", "close_timer", "conn", "curr_msg_data_type", "frames", "handle_events",
        "handle_parser_exception", "handshake_initiated", "loop", "queue", "read_paused", "request",
        "response", "scope", "stop_keepalive", "transport",
    ),
    Protocol: (
        "data_to_send", "events", "handshake_exc", "parser_exc", "receive_data", "send_close", "send_text",
        "state",
    ),
    uvicorn.Server: ("force_exit", "handle_exit", "server_state", "servers"),
    ServerState: ("connections",),
    StaticFiles: ("is_not_modified",),
    FunctionCache: ("_py_func",),
    Dispatcher: ("_cache", "py_func"),
}  # fmt: skip
"""The attributes of libraries' objects that a subclass reads or sets."""
BOUNDED = ("numba", "starlette", "uvicorn", "websockets")


def named(kind: type) -> str:
    library = kind.__module__.partition(".")[0]
    return f"{library} {version(library)}: {kind.__name__}"


def sources(kind: type) -> str:
    """The text of a class and of what it inherits from its own library."""
    library = kind.__module__.partition(".")[0]
    return "".join(inspect.getsource(one) for one in kind.__mro__ if one.__module__.startswith(library))


@pytest.mark.parametrize("ours", SUBCLASSES, ids=lambda ours: ours.__name__)
def test_every_method_that_is_overridden_is_listed(ours: type) -> None:
    theirs = SUBCLASSES[ours]
    both = {name for name, value in vars(ours).items() if callable(value) and name in dir(theirs)}
    assert {name for name in both if not name.startswith("__")} == set(OVERRIDDEN[theirs])


def has(kind: type, name: str) -> bool:
    """Whether a class of a library has an attribute, or its instances do."""
    there = rf"\b(self\.)?{name}\b[^=\n]* = |def {name}\b"
    return hasattr(kind, name) or re.search(there, sources(kind)) is not None


@pytest.mark.parametrize("ours", SUBCLASSES, ids=lambda ours: ours.__name__)
def test_every_attribute_that_is_used_is_listed(ours: type) -> None:
    theirs = SUBCLASSES[ours]
    names = set(re.findall(r"\b(?:self|super\(\))\.(\w+)", inspect.getsource(ours)))
    listed = {*OVERRIDDEN[theirs], *USED[theirs]}
    assert {name for name in names if has(theirs, name)} - listed == {"__init__"} & names
    assert set(USED[theirs]) <= names


@pytest.mark.parametrize("ours", SUBCLASSES, ids=lambda ours: ours.__name__)
def test_what_is_overridden_is_there_and_takes_the_same(ours: type) -> None:
    theirs = SUBCLASSES[ours]
    for name in OVERRIDDEN[theirs]:
        method: Callable[..., object] | None = getattr(theirs, name, None)
        assert method, f"{named(theirs)}.{name} is gone"
        own = inspect.signature(getattr(ours, name)).parameters
        if not any(one.kind is one.VAR_POSITIONAL for one in own.values()):
            assert list(own) == list(inspect.signature(method).parameters), (
                f"{named(theirs)}.{name} takes other arguments"
            )


@pytest.mark.parametrize("theirs", USED, ids=lambda theirs: theirs.__name__)
def test_what_is_used_is_there(theirs: type) -> None:
    for name in USED[theirs]:
        assert has(theirs, name), f"{named(theirs)}.{name} is gone"


@pytest.mark.parametrize("name", OPTIONS)
def test_an_option_of_the_compiler_is_there(name: str) -> None:
    assert hasattr(CPUTargetOptions, name), f"{named(CPUTargetOptions)}: the option {name} is gone"


@pytest.mark.parametrize("name", BOUNDED)
def test_a_library_whose_insides_are_used_has_an_upper_bound(name: str) -> None:
    project = tomllib.loads(PROJECT.read_text("utf-8"))["project"]
    (needed,) = (one for one in map(Requirement, project["dependencies"]) if one.name == name)
    assert any(one.operator == "<" for one in needed.specifier), needed
    assert needed.specifier.contains(version(name)), (
        f"{name} {version(name)} is not what was tested: {needed}"
    )
