"""The files for operators say what is true: names of metrics, settings and services."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from elfer.server.settings import options
from tests.cluster.cluster import haproxy
from tests.environment import ROOT

DEPLOY = ROOT / "deploy"
OPERATIONS = (ROOT / "docs" / "operations.md").read_text("utf-8")


def test_the_dashboard_asks_for_metrics_that_there_are() -> None:
    dashboard = json.loads((DEPLOY / "grafana.json").read_text("utf-8"))
    asked = {
        name
        for panel in dashboard["panels"]
        for target in panel["targets"]
        for name in re.findall(r"elfer_\w+", target["expr"])
    }
    assert len(asked) >= 10
    assert [name for name in asked if f"`{name}`" not in OPERATIONS] == []


@pytest.mark.parametrize("name", ["elfer@.service", "compose.yaml", "Containerfile"])
def test_what_is_started_has_settings_that_there_are(name: str) -> None:
    text = (DEPLOY / name).read_text("utf-8")
    flags = {flag for option in options().values() for flag in option.flag.split("/")}
    served = [line for line in text.splitlines() if "elfer serve" in line or '"serve"' in line]
    assert served
    for line in served:
        assert set(re.findall(r"--[a-z-]+", line)) <= flags


@pytest.mark.parametrize("name", ["haproxy.cfg", "haproxy.compose.cfg"])
def test_the_balancer_understands_its_configuration(name: str, tmp_path: Path) -> None:
    text = re.sub(r"(server \w+) [\w.]+:", r"\1 127.0.0.1:", (DEPLOY / name).read_text("utf-8"))
    file = tmp_path / name
    file.write_text(text, "utf-8")
    checked = subprocess.run([haproxy(), "-c", "-f", str(file)], capture_output=True, text=True, timeout=60)
    assert checked.returncode == 0, checked.stderr


def test_systemd_understands_the_unit() -> None:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("systemd is not here")
    checked = subprocess.run(
        [program, "verify", str(DEPLOY / "elfer@.service")], capture_output=True, text=True, timeout=60
    )
    assert "Unknown" not in checked.stderr
