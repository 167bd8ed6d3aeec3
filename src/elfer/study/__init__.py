"""Many matches at once: simulations, reports, pictures, speed."""

from elfer.core import texts

texts.add(__name__)
