"""A stack of CloudFormation: what it is now, and what a change set would make of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from account import CallFailed, call

# What holds something that a deployment cannot bring back.
DATA = {
    "AWS::DynamoDB::Table": "table",
    "AWS::KMS::Key": "key",
    "AWS::Logs::LogGroup": "log group",
    "AWS::SQS::Queue": "queue",
}

IN_REVIEW = "REVIEW_IN_PROGRESS"
NEVER_CREATED = {"CREATE_FAILED", "ROLLBACK_COMPLETE", "ROLLBACK_FAILED", "DELETE_FAILED"}


@dataclass(frozen=True)
class Stack:
    """A stack as it was when it was looked at. One that does not exist has no status."""

    name: str
    status: str = ""
    parameters: dict[str, str] = field(default_factory=dict)
    outputs: dict[str, str] = field(default_factory=dict)
    protected: bool = False

    @property
    def exists(self) -> bool:
        return bool(self.status)

    @property
    def is_new(self) -> bool:
        """Whether a deployment creates it. In review, it is only the name of a change set that nobody executed."""
        return self.status in ("", IN_REVIEW)

    def obstacle(self) -> str:
        """Why it cannot be deployed as it is, and what to do; empty if it can."""
        if self.status in NEVER_CREATED:
            return (
                f"The stack {self.name} is {self.status}: it was not created, or not deleted, as a whole, and can only "
                f"be deleted now. Run ./deploy --delete --stack {self.name}, then deploy it again."
            )
        if self.status == "UPDATE_ROLLBACK_FAILED":
            return (
                f"The stack {self.name} is {self.status}: an update failed, and so did the way back. Remove the "
                f"cause, run aws cloudformation continue-update-rollback --stack-name {self.name}, and deploy again "
                "when it is UPDATE_ROLLBACK_COMPLETE."
            )
        if self.status.endswith("_IN_PROGRESS") and not self.is_new:
            return (
                f"The stack {self.name} is {self.status}: something else changes it. Wait until that is over, then "
                "deploy again."
            )
        return ""


class Stacks:
    """The stacks of an account in a region."""

    def __init__(self, cloudformation):
        self._cloudformation = cloudformation

    def look(self, name: str) -> Stack:
        """:raises CallFailed: when CloudFormation does not say"""
        try:
            found = call(self._cloudformation.describe_stacks, StackName=name)["Stacks"]
        except CallFailed as problem:
            if "does not exist" in str(problem):
                return Stack(name)
            raise
        if not found:
            return Stack(name)
        stack = found[0]
        return Stack(
            name,
            stack["StackStatus"],
            {
                parameter["ParameterKey"]: parameter.get("ParameterValue", "")
                for parameter in stack.get("Parameters", [])
            },
            {output["OutputKey"]: output["OutputValue"] for output in stack.get("Outputs", [])},
            stack.get("EnableTerminationProtection", False),
        )

    def first_failure(self, name: str) -> str:
        """The resource that failed first in what happened to a stack last, and why; empty if that is unknown."""
        first = ""
        try:
            for event in self._pages(self._cloudformation.describe_stack_events, "StackEvents", StackName=name):
                status, reason = event["ResourceStatus"], event.get("ResourceStatusReason", "")
                if status.endswith("_FAILED") and "cancelled" not in reason:
                    first = f"{event['LogicalResourceId']}: {reason}"
                # The newest event comes first, and this one began what happened last.
                if event["LogicalResourceId"] == name and status in (
                    "CREATE_IN_PROGRESS",
                    "UPDATE_IN_PROGRESS",
                    "DELETE_IN_PROGRESS",
                ):
                    break
        except CallFailed:
            return ""
        return first

    def protect(self, name: str, protected: bool) -> None:
        """Switches termination protection on or off.

        :raises CallFailed: when CloudFormation refuses
        """
        call(
            self._cloudformation.update_termination_protection,
            StackName=name,
            EnableTerminationProtection=protected,
        )

    def change_sets(self, name: str) -> dict[str, dict]:
        """The change sets of a stack that nobody executed, by id; none if there is no such stack.

        :raises CallFailed: when CloudFormation does not say
        """
        try:
            listed = list(self._pages(self._cloudformation.list_change_sets, "Summaries", StackName=name))
        except CallFailed as problem:
            if "does not exist" in str(problem):
                return {}
            raise
        return {summary["ChangeSetId"]: summary for summary in listed}

    def changes(self, change_set: str) -> list[dict]:
        """What a change set changes.

        :raises CallFailed: when CloudFormation does not say
        """
        described = self._pages(self._cloudformation.describe_change_set, "Changes", ChangeSetName=change_set)
        return [change["ResourceChange"] for change in described if "ResourceChange" in change]

    def discard(self, change_sets: list[str]) -> None:
        """Deletes change sets that nobody executed.

        :raises CallFailed: when CloudFormation refuses
        """
        for change_set in change_sets:
            call(self._cloudformation.delete_change_set, ChangeSetName=change_set)

    def delete_empty(self, name: str) -> None:
        """Deletes a stack if it is only the name of a change set that nobody executed.

        :raises CallFailed: when CloudFormation refuses
        """
        if self.look(name).status == IN_REVIEW:
            call(self._cloudformation.delete_stack, StackName=name)

    @staticmethod
    def _pages(operation, items: str, **arguments):
        while True:
            page = call(operation, **arguments)
            yield from page[items]
            if not page.get("NextToken"):
                return
            arguments["NextToken"] = page["NextToken"]


def in_words(changes: list[dict], before: dict[str, str], after: dict[str, str]) -> list[str]:
    """What changes do to functions and to data.

    :param before: the present values of the parameters; empty for a new stack
    :param after: those that they would have
    """
    words = []
    if before:
        words += [
            f"{name}: {before.get(name, 'none')!r} becomes {value!r}."
            for name, value in after.items()
            if before.get(name) != value
        ]
    counts = {action: sum(change["Action"] == action for change in changes) for action in ("Add", "Modify", "Remove")}
    words.append(f"Resources: {counts['Add']} added, {counts['Modify']} changed, {counts['Remove']} removed.")
    versions = sum(change["ResourceType"] == "AWS::Lambda::Version" and change["Action"] == "Add" for change in changes)
    words.append(f"New versions of functions: {versions or 'none'}.")
    lost = [sentence for change in changes for sentence in _loss(change)]
    words += lost or ["No table, key, queue or log group is deleted or replaced."]
    return words + _changed_protection(before, after) + _shorter_retention(before, after)


def _loss(change: dict) -> list[str]:
    kind = DATA.get(change["ResourceType"])
    if not kind:
        return []
    subject = f"The {kind} {change['LogicalResourceId']}"
    kept = "Retain" in change.get("PolicyAction", "")
    if change["Action"] == "Remove":
        if kept:
            return [f"{subject} leaves the stack; it stays, with what it holds."]
        return [f"{subject} IS DELETED, WITH ALL THAT IT HOLDS."]
    replacement = change.get("Replacement", "False")
    if replacement == "False":
        return []
    verb = "is" if replacement == "True" else "may be"
    fate = "the old one stays outside the stack" if kept else "THE OLD ONE IS DELETED, WITH ALL THAT IT HOLDS"
    return [f"{subject} {verb} replaced by an empty one; {fate}."]


def _changed_protection(before: dict[str, str], after: dict[str, str]) -> list[str]:
    protects = after.get("ProtectData") == "true"
    if before.get("ProtectData") == "true" and not protects:
        return [
            "Data is no longer protected: tables cannot be restored any more, and they and the key are deleted with "
            "the stack."
        ]
    if protects and before.get("ProtectData") != "true":
        return ["Data is protected: tables can be restored, and neither they nor the key are deleted with the stack."]
    return []


def _shorter_retention(before: dict[str, str], after: dict[str, str]) -> list[str]:
    was, will = (int(values.get("Retention", "P0D").strip("PD")) for values in (before, after))
    return [f"Events that are older than {will} days can no longer be read."] if will < was else []
