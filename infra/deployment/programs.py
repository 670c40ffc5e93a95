"""The programs that a deployment runs, and what it says meanwhile: on the error stream, as the output is the result."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from failure import Failure

ROOT = Path(__file__).resolve().parents[2]


def say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def step(name: str) -> None:
    say(f"== {name}")


def run(command: list[str]) -> int:
    """Runs a program in the project's directory, with its output on our error stream, and returns its status."""
    sys.stderr.flush()
    return subprocess.run(command, cwd=ROOT, stdout=sys.stderr, check=False).returncode


def build() -> None:
    step("Building")
    if run(["./mvnw", "-q", "package", "-DskipTests", "-Dformat.skip=true"]) != 0:
        raise Failure("The build failed, so nothing was deployed.")


def operator(*arguments: str, stack: str = ""):
    """Runs a command of the operator, and returns its result, of which it prints JSON."""
    return _result(["bin/operator", *arguments, "--json"], {"SCHEDULE_EVENTS_STACK": stack} if stack else {})


def clinic_events(*arguments: str, api: str, key: str):
    """Runs a command of a customer, and returns its result."""
    return _result(["bin/clinic-events", *arguments, "--json"], {"CLINIC_EVENTS_API": api, "CLINIC_EVENTS_KEY": key})


def _result(command: list[str], variables: dict[str, str]):
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, **variables}, stdout=subprocess.PIPE, check=False)
    if done.returncode != 0:
        raise Failure(f"{' '.join(command)} failed.")
    return json.loads(done.stdout)
