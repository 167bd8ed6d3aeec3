"""Builds a release into dist/: wheel, sdist, static site and SBOM.

The last commit is exported and built twice, in two folders; both must give the same bytes. Then the wheel is
installed with the locked dependencies into an empty environment and used there.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import urllib.request
import venv
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
TOOLS = ROOT / ".venv/tools"
"""The installed packages of requirements/tools.txt."""
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check")


def main() -> None:
    epoch = _output("git", "log", "-1", "--format=%ct").strip()
    with tempfile.TemporaryDirectory() as folder:
        first, second = (build(Path(folder, name), epoch) for name in ("first", "second"))
        compare(first, second)
        check(next(first.glob("*.whl")), Path(folder, "installed"))
        shutil.rmtree(DIST, ignore_errors=True)
        shutil.copytree(first, DIST)
    for file in sorted(DIST.iterdir()):
        print(f"{_sha256(file)}  {file.relative_to(ROOT)}")


def build(folder: Path, epoch: str) -> Path:
    """Export the last commit into *folder* and build it; the folder with the files of the release."""
    source, dist = folder / "source", folder / "dist"
    source.mkdir(parents=True)
    dist.mkdir()
    archive = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, check=True, capture_output=True).stdout
    subprocess.run(["tar", "-x", "-C", source], input=archive, check=True)
    env = {**os.environ, "SOURCE_DATE_EPOCH": epoch, "PYTHONPATH": str(source / "src")}
    _run("npm", "ci", "--silent", cwd=source / "web")
    (source / "web/node_modules/.ready").touch()
    _run(sys.executable, "-m", "hatchling", "build", "-d", dist, cwd=source, env=env)
    _run("npm", "run", "--silent", "static", cwd=source / "web", env=env)
    version = next(dist.glob("*.whl")).name.split("-")[1]
    _zip(source / "build/static", dist / f"elfer-{version}-static.zip")
    _write_sbom(source, dist / f"elfer-{version}.cdx.json", version)
    return dist


def compare(first: Path, second: Path) -> None:
    """Fail if two builds differ."""
    files = sorted(file.name for file in first.iterdir())
    if files != sorted(file.name for file in second.iterdir()):
        raise SystemExit("Two builds of the same commit have different files.")
    differing = [name for name in files if (first / name).read_bytes() != (second / name).read_bytes()]
    if differing:
        raise SystemExit(f"Two builds of the same commit differ in {', '.join(differing)}.")


def check(wheel: Path, folder: Path) -> None:
    """Use the wheel in an empty environment: the library, the command line, and the server with its page."""
    venv.create(folder)
    bin = folder / "bin"
    install = (*PIP, "--python", bin / "python", "install", "-q")
    _run(*install, "--require-hashes", "-r", ROOT / "requirements/runtime.txt")
    _run(*install, "--no-deps", wheel)
    version = wheel.name.split("-")[1]
    assert version in _output(bin / "elfer", "--version")
    assert "classic" in _output(bin / "elfer", "games")
    _output(bin / "elfer", "simulate", "junior", "--games", "10")
    command = (bin / "elfer", "serve", "--no-browser", "--port", "0", "--data", folder / "data")
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout
            address = server.stdout.readline().split()[-1].replace("localhost", "127.0.0.1")
            with urllib.request.urlopen(address, timeout=30) as page:
                assert b'id="app"' in page.read()
        finally:
            server.terminate()


def _write_sbom(source: Path, file: Path, version: str) -> None:
    """Write the CycloneDX bill of materials: the locked Python packages, and those in the page."""
    cyclonedx = (sys.executable, "-m", "cyclonedx_py", "requirements", "--output-reproducible")
    described = ("--pyproject", source / "pyproject.toml", source / "requirements/runtime.txt")
    sbom = _json(*cyclonedx, *described, env={**os.environ, "PYTHONPATH": str(TOOLS)})
    npm = _json("npm", "sbom", "--sbom-format=cyclonedx", "--package-lock-only", cwd=source / "web")
    page = [component for component in npm["components"] if not _is_development(component)]
    shipped = {component["bom-ref"] for component in page}
    sbom["metadata"]["component"]["version"] = version
    sbom["components"] += page
    for entry in npm["dependencies"]:
        if entry["ref"] in shipped:
            needed = [ref for ref in entry["dependsOn"] if ref in shipped]  # not those of the build alone
            sbom["dependencies"].append({"ref": entry["ref"], "dependsOn": needed})
    file.write_text(json.dumps(sbom, indent=1, sort_keys=True) + "\n", "utf-8")


def _is_development(component: dict[str, Any]) -> bool:
    return any(given["name"] == "cdx:npm:package:development" for given in component.get("properties", ()))


def _zip(folder: Path, file: Path) -> None:
    """Pack a folder; the same files give the same bytes."""
    with zipfile.ZipFile(file, "w") as archive:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            entry = zipfile.ZipInfo(path.relative_to(folder).as_posix(), (1980, 1, 1, 0, 0, 0))
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED)


def _json(*command: str | Path, cwd: Path = ROOT, env: Mapping[str, str] | None = None) -> dict[str, Any]:
    decoded: dict[str, Any] = json.loads(_output(*command, cwd=cwd, env=env))
    return decoded


def _run(*command: str | Path, cwd: Path = ROOT, env: Mapping[str, str] | None = None) -> None:
    if subprocess.run(command, cwd=cwd, env=env).returncode:
        raise SystemExit(f"'{' '.join(map(str, command))}' failed.")


def _output(*command: str | Path, cwd: Path = ROOT, env: Mapping[str, str] | None = None) -> str:
    done = subprocess.run(command, cwd=cwd, env=env, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        raise SystemExit(f"'{' '.join(map(str, command))}' failed.")
    return done.stdout


def _sha256(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


if __name__ == "__main__":
    main()
