"""What an AWS account allows in a region: who calls, the identity that SES sends from, the concurrency of Lambda."""

from __future__ import annotations

from dataclasses import dataclass

# Lambda refuses to reserve what would leave less to all other functions.
UNRESERVED = 100

# E-mails in 24 hours: the quota of SES's sandbox, and of no other account.
QUOTA_OF_THE_SANDBOX = 200


class CallFailed(Exception):
    """AWS refused a call, was not reached, or is an emulator that does not know it; with what it said."""


@dataclass(frozen=True)
class Sender:
    """Who SES sends from.

    identity: the ARN of the verified identity, if there is one
    is_domain: whether that is the domain of the address
    sandbox: whether SES sends to verified identities alone
    """

    identity: str | None
    is_domain: bool
    sandbox: bool


class Account:
    def __init__(self, session):
        """:param session: a session of boto3, which has a region and credentials"""
        from botocore.config import Config

        self._session = session
        self._config = Config(connect_timeout=10, read_timeout=60, retries={"mode": "standard", "max_attempts": 4})
        caller = call(self.client("sts").get_caller_identity)
        self.id = caller["Account"]
        self._partition = caller["Arn"].split(":")[1]

    @property
    def region(self) -> str:
        return self._session.region_name

    def client(self, service: str):
        return self._session.client(service, config=self._config)

    def sender(self, address: str) -> Sender:
        """Looks for the identity that SES sends an address's e-mails from, without changing anything.

        SES uses, and IAM asks for, the most specific one: the address itself, its domain, or a domain above that.

        :raises CallFailed: when SES does not say
        """
        ses = self.client("ses")
        domain = address[address.index("@") + 1 :]
        labels = domain.split(".")
        names = [address, *(".".join(labels[first:]) for first in range(len(labels) - 1))]
        known = call(ses.get_identity_verification_attributes, Identities=names)["VerificationAttributes"]
        verified = [name for name in names if known.get(name, {}).get("VerificationStatus") == "Success"]
        sandbox = call(ses.get_send_quota)["Max24HourSend"] == QUOTA_OF_THE_SANDBOX
        if not verified:
            return Sender(None, False, sandbox)
        arn = f"arn:{self._partition}:ses:{self.region}:{self.id}:identity/{verified[0]}"
        return Sender(arn, verified[0] == domain, sandbox)

    def concurrency(self) -> Concurrency:
        """:raises CallFailed: when Lambda does not say"""
        limit = call(self.client("lambda").get_account_settings)["AccountLimit"]
        return Concurrency(limit["ConcurrentExecutions"], limit["UnreservedConcurrentExecutions"])

    def awaits_confirmation(self, topic: str) -> bool:
        """Whether an e-mail address that subscribes to a topic has not agreed yet.

        :raises CallFailed: when SNS does not say
        """
        subscriptions = call(self.client("sns").list_subscriptions_by_topic, TopicArn=topic)["Subscriptions"]
        return any(subscription["SubscriptionArn"] == "PendingConfirmation" for subscription in subscriptions)


@dataclass(frozen=True)
class Concurrency:
    """How many functions of an account run at once in a region, and how many of these no function has reserved."""

    total: int
    unreserved: int

    def allows(self, reserved: int) -> bool:
        return self.unreserved - reserved >= UNRESERVED


def call(operation, **arguments):
    """Calls AWS.

    :raises CallFailed: when there is no response, or an error
    """
    from botocore.exceptions import BotoCoreError, ClientError
    from botocore.parsers import ResponseParserError

    try:
        return operation(**arguments)
    except (BotoCoreError, ClientError, ResponseParserError, KeyError) as problem:
        raise CallFailed(str(problem)) from problem
