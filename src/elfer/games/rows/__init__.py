"""The row games: rules, events and views."""

from elfer.core.events import Drew as Drew
from elfer.core.events import Laid as Laid
from elfer.core.events import Passed as Passed
from elfer.core.events import TurnEnded as TurnEnded
from elfer.core.game import RoundOver as RoundOver
from elfer.games.rows.any_start import AnyStart as AnyStart
from elfer.games.rows.classic import Classic as Classic
from elfer.games.rows.false_start import FalseStart as FalseStart
from elfer.games.rows.junior import Junior as Junior
from elfer.games.rows.state import *  # noqa: F403
from elfer.games.rows.three_starts import ThreeStarts as ThreeStarts
