from __future__ import annotations

import pytest

from elfer import BadInput
from elfer.core.texts import LANGUAGES
from elfer.games import registry
from elfer.sheets import sheet, sheets, title


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("id", registry())
def test_a_sheet_comes_with_those_it_builds_on(id: str, lang: str) -> None:
    own, *below = sheets(id, lang)
    assert own.startswith(f"# {title(id, lang)}\n")
    assert sheet("general", lang) in below


def test_what_is_no_sheet_is_named() -> None:
    with pytest.raises(BadInput, match="poker"):
        sheet("poker", "en")
    with pytest.raises(BadInput, match="fr"):
        sheet("classic", "fr")
