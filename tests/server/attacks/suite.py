"""All attacks, by their names."""

from __future__ import annotations

from tests.server.attacks.frames import FRAMES
from tests.server.attacks.http import HTTP
from tests.server.attacks.long_matches import LONG_MATCHES
from tests.server.attacks.reading import READING
from tests.server.attacks.tables import TABLES

ATTACKS = {attack.name: attack for attack in (*FRAMES, *HTTP, *LONG_MATCHES, *READING, *TABLES)}
