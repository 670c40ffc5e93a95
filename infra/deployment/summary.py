"""What there is after a deployment, and what is not ready yet."""

from __future__ import annotations

import os
import socket

from account import CallFailed
from choices import Choices
from first_account import FirstAccount
from prerequisites import Target
from stack import Stack


def api_url(stack: Stack) -> str:
    """The base URL of the API.

    On an emulator, the API is reached by its id, because the host name of AWS leads nowhere.
    """
    url = stack.outputs["ApiUrl"]
    emulator = os.environ.get("AWS_ENDPOINT_URL")
    if not emulator or stack.parameters.get("DomainName"):
        return url
    return f"{emulator}/_aws/execute-api/{url.split('://', 1)[1].split('.', 1)[0]}"


def print_summary(
    stack: Stack, api: str, first: FirstAccount | None, not_ready: list[str], *, was_protected: bool
) -> None:
    print(f"\n{stack.name} is deployed.\n")
    print(f"  API        {api}/v1")
    if first:
        print(f"  API key    {first.key}   (account {first.account}; shown this once)")
        print(f"  Console    {first.console}   (valid for an hour)")
        print(f"  Event      {first.event}   (an example, of the clinic cln_first)")
    else:
        print(
            f"  Accounts are as they were. A link to the console: SCHEDULE_EVENTS_STACK={stack.name} "
            "bin/operator console ACCOUNT"
        )
    if not_ready:
        print("\nNot ready yet:\n")
        for line in not_ready:
            print(f"  {line}")
    print()
    if stack.parameters.get("ProtectData") == "true":
        since = "" if was_protected else " now"
        print(
            f"Data is protected{since}: tables can be restored, and neither they, the key nor the stack can be deleted "
            "by mistake."
        )
    else:
        print("Data is not protected (ProtectData=false): it is deleted with the stack.")


def not_ready(target: Target, stack: Stack, choices: Choices, records: list[str]) -> list[str]:
    """What still needs somebody's hand, besides what is known from the choices."""
    return [*choices.not_ready, *_mail(stack, records), *_alarms(target, stack), *_domain(stack)]


def _mail(stack: Stack, records: list[str]) -> list[str]:
    if not records:
        return []
    address = stack.parameters["MailFrom"]
    return [
        f"Nobody gets e-mails until SES has verified the domain of {address}. Create these DNS records:"
        + "".join(f"\n    {record}" for record in records)
    ]


def _alarms(target: Target, stack: Stack) -> list[str]:
    if not stack.parameters.get("AlarmEmail"):
        return [
            "Nobody is told of alarms: run ./deploy AlarmEmail=ADDRESS, or subscribe to "
            f"{stack.outputs.get('AlarmTopic')}."
        ]
    address = stack.parameters["AlarmEmail"]
    try:
        waits = target.account.awaits_confirmation(stack.outputs["AlarmTopic"])
    except CallFailed as problem:
        return [f"Whether {address} has agreed to get alarms could not be read: {problem}"]
    return [f"{address} gets no alarms until it has agreed: AWS has sent it an e-mail with a link."] if waits else []


def _domain(stack: Stack) -> list[str]:
    domain, leads_to = stack.parameters.get("DomainName"), stack.outputs.get("DomainTarget")
    if not domain or not leads_to:
        return []
    try:
        socket.getaddrinfo(domain, 443)
    except OSError:
        who = (
            "Route 53 has the record of DomainZone in a minute"
            if stack.parameters.get("DomainZone")
            else "Create this DNS record"
        )
        return [f"Nobody finds the API at {domain} yet. {who}:\n    {domain} CNAME {leads_to}"]
    return []
