"""`@rule("CLA-7")`: the test proves that clause."""

import pytest

rule = pytest.mark.rule
