"""The first account, so that a new deployment can be used at once."""

from __future__ import annotations

from dataclasses import dataclass

from programs import clinic_events, operator, step

CLINIC = "cln_first"
SCOPES = (
    "events:read,events:write,webhooks:read,webhooks:write,webhooks:pull,keys:write,usage:read,console:write,audit:read"
)


@dataclass(frozen=True)
class FirstAccount:
    account: str
    key: str
    console: str
    event: str


def open_first(stack: str, api: str, owner: str) -> FirstAccount | None:
    """Opens an account with a clinic, issues a key and records an event; nothing if there is an account.

    :param api: the base URL of the API
    :param owner: the address of its owner
    """
    if operator("account", "list", stack=stack):
        return None
    step("Opening the first account")
    opened = operator("account", "open", "--email", owner, "--name", "First account", "--clinic", CLINIC, stack=stack)
    account = opened["account"]
    key = operator("key", "issue", account, "--all-clinics", "--scope", SCOPES, stack=stack)["secret"]
    step("Recording an event")
    event = clinic_events("trigger", "appointment.cancelled", "--set", f"clinic_id={CLINIC}", api=api, key=key)["id"]
    link = operator("console", account, stack=stack)["url"]
    # Behind an emulator, the link's own host leads nowhere.
    return FirstAccount(account, key, f"{api}/v1/{link.split('/v1/', 1)[1]}", event)
