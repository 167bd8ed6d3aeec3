from __future__ import annotations

import pytest

from elfer.core.canonical_json import to_bytes, to_json


def test_one_value_has_one_text() -> None:
    assert to_json({"b": (1, None), "a": "ü"}) == '{"a":"ü","b":[1,null]}'
    assert to_bytes({"seats": range(2, 4)}) == b'{"seats":[2,3]}'


def test_what_has_no_json_form_is_named() -> None:
    with pytest.raises(TypeError, match="complex has no JSON form"):
        to_json(1j)
