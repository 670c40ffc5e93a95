"""What a deployment chooses where the user has not: it depends on the account and on the stack."""

from __future__ import annotations

from dataclasses import dataclass, field

from account import CallFailed, UNRESERVED
from deployed_template import PENDING_OUTPUT
from prerequisites import Target

QUOTA = "https://console.aws.amazon.com/servicequotas/home/services/lambda/quotas/L-B99A9384"
SANDBOX = "https://docs.aws.amazon.com/ses/latest/dg/request-production-access.html"


@dataclass
class Choices:
    """Parameters that were chosen, why, and what is not ready yet.

    protects_afterwards: whether ProtectData is switched on by a second update
    unverified: whether SES does not send from MailFrom
    """

    parameters: dict[str, str] = field(default_factory=dict)
    reasons: list[str] = field(default_factory=list)
    not_ready: list[str] = field(default_factory=list)
    protects_afterwards: bool = False
    unverified: bool = False

    def choose(self, name: str, value: str, why: str) -> None:
        self.parameters[name] = value
        self.reasons.append(f"{name}={value or '(empty)'}: {why}")


def choose(target: Target) -> Choices:
    choices = Choices()
    _concurrency(target, choices)
    _identity(target, choices)
    _protection(target, choices)
    return choices


def _concurrency(target: Target, choices: Choices) -> None:
    try:
        account = target.account.concurrency()
    except CallFailed as problem:
        choices.reasons.append(
            f"The concurrency of this AWS account could not be read, so ReserveConcurrency stays: {problem}"
        )
        return
    reserved = target.template.reserved_concurrency()
    figures = (
        f"{account.total:,} functions run at once in this AWS account at most, and {account.unreserved:,} of these are "
        "not reserved; the API would "
        f"reserve {reserved:,}, and Lambda wants to keep {UNRESERVED}."
    )
    value = target.values({})["ReserveConcurrency"]
    if target.stack.is_new and value == "true" and not account.allows(reserved):
        if "ReserveConcurrency" in target.given:
            choices.reasons.append(
                f"ReserveConcurrency=true is what you asked for, but Lambda will refuse it: {figures}"
            )
        else:
            value = "false"
            choices.choose("ReserveConcurrency", value, figures)
    if value == "false" and account.total < reserved + UNRESERVED:
        choices.not_ready.append(
            f"Requests and deliveries share the {account.total:,} functions that run at once in this AWS account.\n"
            f"  Ask AWS for 1,000, which costs nothing, then run ./deploy ReserveConcurrency=true: {QUOTA}"
        )
    elif value == "false" and "ReserveConcurrency" not in target.given and account.allows(reserved):
        choices.reasons.append(
            "ReserveConcurrency stays false, though the account's concurrency allows ReserveConcurrency=true by now."
        )


def _identity(target: Target, choices: Choices) -> None:
    """The mailer's role allows one identity: the domain of MailFrom, unless MailIdentity names another."""
    if "MailIdentity" in target.given:
        return
    address = target.values({})["MailFrom"]
    identity = target.present().get("MailIdentity", "")
    if address != target.present().get("MailFrom", address):
        stale, identity = identity, ""
        if stale:
            choices.choose("MailIdentity", "", f"{stale} belongs to the previous MailFrom.")
    try:
        sender = target.account.sender(address)
    except CallFailed as problem:
        choices.reasons.append(f"Who SES sends e-mails from could not be read: {problem}")
        return
    if sender.sandbox:
        choices.not_ready.append(
            "Owners elsewhere get no e-mails: this AWS account is in the sandbox of SES, which sends to verified\n"
            f"  identities alone. Ask AWS to leave it: {SANDBOX}"
        )
    if identity:
        return
    if not sender.identity:
        choices.unverified = True
    elif not sender.is_domain:
        choices.choose(
            "MailIdentity", sender.identity, f"SES sends from {address} by this identity, not by that of its domain."
        )


def _protection(target: Target, choices: Choices) -> None:
    protects = target.values({})["ProtectData"] == "true"
    if target.stack.is_new and protects:
        choices.protects_afterwards = True
        choices.reasons.append(
            "ProtectData=true follows in a second step, once the stack is created: what a failed first step has "
            "created can be deleted again."
        )
    elif PENDING_OUTPUT in target.stack.outputs and "ProtectData" not in target.given:
        choices.choose("ProtectData", "true", "the first deployment could not switch it on.")
