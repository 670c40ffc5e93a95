"""The template that SAM gets: template.yaml with a hash of what is deployed in the variables of every function.

SAM publishes a version of a function when the function's properties differ from those of the last deployment, and
compares them as they are written: a parameter is a reference to it, whatever its value. So a changed parameter alone
would change the function, but not the version that its alias invokes. Lambda, on the other hand, publishes nothing if
neither code nor configuration of a function changed, as after a changed ReservedConcurrentExecutions, which is no part
of a version, and CloudFormation then rolls the stack back. A literal that changes with every parameter and with the
template makes both agree.
"""

from __future__ import annotations

import copy
import hashlib
import json
import logging
import os
from pathlib import Path

from logo import Logo

VARIABLE = "CONFIGURATION_HASH"
PENDING_OUTPUT = "DataProtectionPending"
SHOWS_THE_LOGO = "ConsoleFunction"


class DeployedTemplate:
    """A SAM template. Needs the translator of SAM, which the SAM command line has too."""

    def __init__(self, file: Path):
        from samtranslator.yaml_helper import yaml_parse

        self._directory = file.resolve().parent
        self._source = file.read_bytes()
        self._body = yaml_parse(self._source.decode("utf-8"))

    def parameters(self) -> dict[str, str]:
        """The parameters with their defaults, as CloudFormation passes them on: as text."""
        return {name: str(parameter.get("Default", "")) for name, parameter in self._body["Parameters"].items()}

    def values(self, present: dict[str, str], given: dict[str, str]) -> dict[str, str]:
        """What the parameters will be: those given, or else those of the stack, or else the defaults."""
        values = {**self.parameters(), **present, **given}
        return {name: values[name] for name in self.parameters()}

    def code(self) -> list[Path]:
        """The jars, or directories, of the functions."""
        written = {function["Properties"]["CodeUri"] for function in self._functions(self._body)}
        return sorted(self._directory / uri for uri in written)

    def reserved_concurrency(self) -> int:
        """The concurrency that the functions reserve with ReserveConcurrency=true."""
        reserved = (
            function["Properties"].get("ReservedConcurrentExecutions", 0) for function in self._functions(self._body)
        )
        return sum(value["Fn::If"][1] if isinstance(value, dict) else value for value in reserved)

    def write(self, file: Path, values: dict[str, str], protection_pending: bool, logo: Logo | None) -> None:
        """Writes the template to deploy, in a directory of its own: paths are absolute there.

        :param values: what the parameters will be in the end
        :param protection_pending: whether a further update is to switch ProtectData on; an output of the stack says so
        :param logo: what the code of the function has that shows it
        """
        body = self.with_hash(values)
        for function in self._functions(body):
            function["Properties"]["CodeUri"] = str(self._directory / function["Properties"]["CodeUri"])
        if logo:
            shown = body["Resources"][SHOWS_THE_LOGO]["Properties"]
            shown["CodeUri"] = str(logo.packed(Path(shown["CodeUri"]), file.with_suffix(".jar")))
        if protection_pending:
            body["Outputs"][PENDING_OUTPUT] = {
                "Description": "Tables and key can still be deleted with the stack. The next ./deploy protects them.",
                "Value": "true",
            }
        self._dump(body, file)

    def expand(self, file: Path, values: dict[str, str]) -> None:
        """Writes what SAM makes of the template with these values, which is what CloudFormation gets."""
        self._dump(self.expanded(values, {}), file)

    def expanded(self, values: dict[str, str], keys: dict[str, str]) -> dict:
        """The expanded template.

        :param keys: the keys of the functions' code in S3, by CodeUri; a CodeUri without one is its own key
        """
        from samtranslator.translator.transform import transform

        # It warns of features of SAM that are not switched on.
        logging.disable(logging.WARNING)
        # The partition of the ARNs that SAM writes is that of the region.
        os.environ.setdefault("AWS_DEFAULT_REGION", "us-east-1")
        body = self.with_hash(values)
        for function in self._functions(body):
            uri = function["Properties"]["CodeUri"]
            function["Properties"]["CodeUri"] = f"s3://code/{keys.get(uri, uri)}"
        return transform(body, dict(values), _NoManagedPolicies())

    def with_hash(self, values: dict[str, str]) -> dict:
        """The template with the hash of itself and of the values."""
        digest = hashlib.sha256(self._source)
        digest.update(json.dumps(values, sort_keys=True).encode("utf-8"))
        body = copy.deepcopy(self._body)
        body["Globals"]["Function"]["Environment"]["Variables"][VARIABLE] = digest.hexdigest()[:16]
        return body

    @staticmethod
    def _functions(body: dict) -> list[dict]:
        return [resource for resource in body["Resources"].values() if resource["Type"] == "AWS::Serverless::Function"]

    @staticmethod
    def _dump(body: dict, file: Path) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(body, indent=1) + "\n", encoding="utf-8")


class _NoManagedPolicies:
    """Policies of AWS by name, which the template has none of."""

    @staticmethod
    def load() -> dict[str, str]:
        return {}
