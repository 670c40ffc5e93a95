"""Deploys the service to AWS, or upgrades it: docs/deploy.md.

./deploy runs this with the Python of the SAM command line.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from pathlib import Path

from account import CallFailed
from choices import Choices, choose
from failure import Failure, WrongArguments
from first_account import open_first
from logo import PARAMETER as LOGO_PARAMETER, Logo, read as read_logo
from prerequisites import SAM, Target, has_modules, look, missing, read
from programs import ROOT, build, operator, run, say, step
from rollout import Rollout
from stack import IN_REVIEW
from summary import api_url, not_ready, print_summary

USAGE = """\
Usage: ./deploy --mail-from ADDRESS [OPTION]... [PARAMETER=VALUE]...
       ./deploy --delete [OPTION]...

Deploys Schedule Events and Webhooks to AWS, opens the first account, issues its API key and records an event. Where the
stack exists, it is upgraded, and keeps the parameters that are not given.

  --mail-from ADDRESS  the address that owners get their e-mails from; needed once. If SES does not know its domain, the
                       domain's verification begins, and its DNS records are printed
  --region REGION      the region of AWS; by default that of your environment
  --stack NAME         the stack's name (schedule-events)
  --domain NAME        a domain of your own for the API; needs --certificate
  --certificate ARN    the certificate of that domain, in ACM in the same region
  --logo FILE          the logo of the console and its docs: an SVG that only draws, or a PNG, of at most 64 KB. Every
                       deployment needs it again; BrandLogo= removes it
  --yes                do not ask before the stack is changed
  --dry-run            show what would be changed, and in words what that does to data, and change nothing
  --expand FILE        write the template that CloudFormation would get from SAM, without AWS, and do nothing else
  --delete             delete the stack; asks for its name
  --built              do not build: deploy what is built already
  --template FILE      deploy this template (template.yaml)
  --help               show this help

PARAMETER=VALUE sets a parameter of template.yaml, such as LogDays=7. Credentials are those of any other tool of AWS:
AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.
"""


class Arguments(argparse.ArgumentParser):
    def error(self, message: str):
        raise WrongArguments(message[:1].upper() + message[1:] + ".")


def main() -> None:
    args = _arguments()
    if args.help:
        print(USAGE, end="")
        return
    logo = read_logo(args.logo) if args.logo else None
    given = _parameters(args, logo)
    if args.expand:
        _expand(args, given)
        return
    if given.get(LOGO_PARAMETER) and not logo:
        raise WrongArguments(f"{LOGO_PARAMETER} is set by --logo FILE, which also puts the logo into the code.")
    target = look(args.stack, args.region, args.template, given, deletes=args.delete, built=args.built)
    if args.delete:
        _delete(target)
    else:
        _deploy(args, target, logo)


def _arguments() -> argparse.Namespace:
    parser = Arguments(add_help=False, allow_abbrev=False)
    for option in ("--mail-from", "--region", "--domain", "--certificate"):
        parser.add_argument(option, default="")
    parser.add_argument("--logo", type=Path)
    parser.add_argument("--stack", default="schedule-events")
    parser.add_argument("--template", type=Path, default=ROOT / "template.yaml")
    parser.add_argument("--expand", type=Path)
    for option in ("--yes", "--dry-run", "--delete", "--built"):
        parser.add_argument(option, action="store_true")
    parser.add_argument("--help", "-h", action="store_true")
    parser.add_argument("parameters", nargs="*")
    args = parser.parse_intermixed_args()
    if not re.fullmatch("[a-zA-Z][-a-zA-Z0-9]{0,127}", args.stack):
        raise WrongArguments(f"{args.stack} is not a stack's name: letters, digits and hyphens, a letter first.")
    return args


def _parameters(args: argparse.Namespace, logo: Logo | None) -> dict[str, str]:
    """The parameters that the user sets, by an option or by name."""
    options = {
        "MailFrom": args.mail_from,
        "DomainName": args.domain,
        "DomainCertificate": args.certificate,
        LOGO_PARAMETER: logo.hash if logo else "",
    }
    given = {name: value for name, value in options.items() if value}
    for argument in args.parameters:
        name, equals, value = argument.partition("=")
        if not equals:
            raise WrongArguments(f"{argument} is neither an option nor PARAMETER=VALUE.")
        if given.get(name, value) != value:
            raise WrongArguments(f"{name} is given twice.")
        given[name] = value
    return given


def _expand(args: argparse.Namespace, given: dict[str, str]) -> None:
    """Needs neither credentials nor a stack."""
    if not has_modules():
        raise missing([SAM])
    if args.region:
        os.environ["AWS_DEFAULT_REGION"] = args.region
    template = read(args.template, given)
    template.expand(args.expand, template.values({}, given))


def _delete(target: Target) -> None:
    name = target.stack.name
    if not target.stack.exists:
        raise Failure(f"There is no stack {name} in this region.")
    say(f"This deletes the stack {name} and, unless ProtectData is true, its events, webhooks, accounts and keys.")
    print("Type the name of the stack to go on: ", end="", file=sys.stderr, flush=True)
    if sys.stdin.readline().strip() != name:
        raise Failure("That is not its name, so nothing was deleted.")
    if target.stack.is_new:
        # Only the name of a change set, which SAM cannot delete when that is gone.
        target.stacks.delete_empty(name)
        return
    if target.stack.protected:
        target.stacks.protect(name, False)
    if run(["sam", "delete", "--stack-name", name, "--no-prompts"]) != 0:
        raise Failure(f"The stack {name} was not deleted as a whole: see above.")


def _deploy(args: argparse.Namespace, target: Target, logo: Logo | None) -> None:
    obstacle = target.stack.obstacle()
    if obstacle:
        first = target.stacks.first_failure(target.stack.name)
        raise Failure(obstacle + (f"\nWhat failed first: {first}" if first else ""))
    if not logo and target.values({}).get(LOGO_PARAMETER):
        raise Failure(
            f"The stack {target.stack.name} has a logo, which this deployment would lose: give its file with --logo, or "
            f"{LOGO_PARAMETER}= to do without."
        )
    step(f"Looking at the AWS account {target.account.id} in {target.account.region}")
    if target.stack.status == IN_REVIEW:
        say("  The stack is only a change set that nobody has executed. It is created now.")
    choices = choose(target)
    for reason in choices.reasons:
        say(f"  {reason}")
    if not args.built:
        build()
    rollout = Rollout(target, choices, logo)
    if args.dry_run:
        rollout.show()
        return
    records = _begin_verification(target, choices)
    stack = rollout.deploy(confirms=not args.yes)
    if "ApiUrl" not in stack.outputs:
        raise Failure(f"The stack {stack.name} was not deployed, or is not one of this service.")
    api = api_url(stack)
    account = open_first(stack.name, api, stack.parameters["MailFrom"])
    was_protected = target.present().get("ProtectData") == "true"
    print_summary(stack, api, account, not_ready(target, stack, choices, records), was_protected=was_protected)


def _begin_verification(target: Target, choices: Choices) -> list[str]:
    """The DNS records that make SES verify the domain of MailFrom; none if it sends from that already."""
    if not choices.unverified:
        return []
    address = target.values(choices.parameters)["MailFrom"]
    step(f"Beginning to verify the domain of {address}")
    return operator("mail-sender", address)["records"]


if __name__ == "__main__":
    try:
        main()
    except (Failure, CallFailed) as problem:
        say(str(problem))
        sys.exit(getattr(problem, "status", 1))
    except KeyboardInterrupt:
        sys.exit(130)
