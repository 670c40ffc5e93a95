"""What a deployment needs before anything is done: tools, access to AWS, and the parameters without a default."""

from __future__ import annotations

import functools
import importlib.util
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from account import Account, CallFailed
from deployed_template import DeployedTemplate
from failure import Failure, WrongArguments
from programs import ROOT
from stack import Stack, Stacks

SAM = (
    "the SAM command line from PyPI, with whose Python this runs: pip install aws-sam-cli, or infra/ministack/tools "
    "sam (the `sam` of AWS's own installer has no Python that others could use)"
)
TOOLS = [Path("infra/operator/target/operator.jar"), Path("infra/cli/target/clinic-events.jar")]


@dataclass(frozen=True)
class Target:
    """What is deployed, and where: the template with the given parameters, and the stack as it is."""

    template: DeployedTemplate
    given: dict[str, str]
    account: Account
    stacks: Stacks
    stack: Stack

    def present(self) -> dict[str, str]:
        """The parameters of the stack; none as long as it has not been created."""
        return {} if self.stack.is_new else self.stack.parameters

    def values(self, chosen: dict[str, str]) -> dict[str, str]:
        """What the parameters will be. Those that are given win over those that are chosen."""
        return self.template.values(self.present(), {**chosen, **self.given})


def missing(lines: list[str]) -> Failure:
    return Failure("Before anything is done, this is missing:" + "".join(f"\n  - {line}" for line in lines))


@functools.cache
def has_modules() -> bool:
    """Whether this Python has SAM's translator and the AWS SDK, as that of the SAM command line has."""
    return all(importlib.util.find_spec(name) for name in ("boto3", "samtranslator"))


def read(template: Path, given: dict[str, str]) -> DeployedTemplate:
    """Reads a template.

    :raises Failure: when it has none of the given parameters, or cannot be read
    """
    try:
        found = DeployedTemplate(template)
    except OSError as problem:
        raise Failure(f"The template cannot be read: {problem}") from problem
    for name in given:
        if name not in found.parameters():
            raise WrongArguments(f"The template has no parameter {name}.")
    return found


def look(stack: str, region: str, template: Path, given: dict[str, str], *, deletes: bool, built: bool) -> Target:
    """Looks at the tools, the account and the stack.

    :param deletes: whether the stack is to be deleted, which needs no parameters
    :param built: whether there is to be no build
    :raises Failure: with all that is missing at once
    """
    lines = [*_jdk(), *([] if has_modules() and shutil.which("sam") else [SAM])]
    region = _region(region)
    if not region:
        lines.append("a region: set AWS_REGION, or use --region")
    credentials = _credentials()
    lines += credentials
    source = read(template, given) if has_modules() else None
    if source and built:
        lines += _jars(source)
    target = None
    if source and region and not credentials:
        try:
            target = _connected(source, given, stack)
        except CallFailed as problem:
            lines.append(f"access to AWS: {problem}")
    if not deletes:
        lines += _parameters(target, given)
    if lines or not target:
        raise missing(lines)
    return target


def _connected(template: DeployedTemplate, given: dict[str, str], stack: str) -> Target:
    import boto3

    account = Account(boto3.Session())
    stacks = Stacks(account.client("cloudformation"))
    return Target(template, given, account, stacks, stacks.look(stack))


def _jdk() -> list[str]:
    found = subprocess.run([ROOT / "bin/jdk"], capture_output=True, text=True, check=False)
    if found.returncode != 0:
        return ["a JDK 25 or newer, of any vendor: install one, or set JAVA_HOME"]
    os.environ["JAVA_HOME"] = found.stdout.strip()
    return []


def _region(given: str) -> str:
    """The region; afterwards every tool of AWS finds it, of which some read one variable and some the other."""
    region = given or os.environ.get("AWS_REGION") or os.environ.get("AWS_DEFAULT_REGION") or ""
    if not region and has_modules():
        import boto3

        try:
            region = boto3.Session().region_name or ""
        except Exception:  # A profile that does not exist; _credentials says so.
            region = ""
    if region:
        os.environ["AWS_REGION"] = os.environ["AWS_DEFAULT_REGION"] = region
    return region


def _credentials() -> list[str]:
    lacking = "credentials of AWS: set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"
    if not has_modules():
        known = (
            "AWS_PROFILE",
            "AWS_ACCESS_KEY_ID",
            "AWS_WEB_IDENTITY_TOKEN_FILE",
            "AWS_CONTAINER_CREDENTIALS_FULL_URI",
        )
        return [] if any(name in os.environ for name in known) or (Path.home() / ".aws").exists() else [lacking]
    import boto3
    from botocore.exceptions import BotoCoreError

    try:
        return [] if boto3.Session().get_credentials() else [lacking]
    except BotoCoreError as problem:
        return [f"credentials of AWS: {problem}"]


def _jars(template: DeployedTemplate) -> list[str]:
    absent = [jar for jar in [*template.code(), *(ROOT / tool for tool in TOOLS)] if not jar.exists()]
    names = [str(jar.relative_to(ROOT)) if ROOT in jar.parents else str(jar) for jar in absent]
    return [f"what --built deploys: {', '.join(names)}. Leave --built out, and it is built"] if absent else []


def _parameters(target: Target | None, given: dict[str, str]) -> list[str]:
    values = {**(target.present() if target else {}), **given}
    lines = []
    if not values.get("MailFrom"):
        unless = "" if target else ", unless the stack exists"
        lines.append(f"--mail-from: the address that owners get their e-mails from{unless}")
    if values.get("DomainName") and not values.get("DomainCertificate"):
        lines.append(f"--certificate: the ARN of a certificate of {values['DomainName']}, in ACM in the same region")
    return lines
