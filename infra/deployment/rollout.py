"""How the stack becomes what the template and its parameters say: `sam deploy`, in two steps where it is new."""

from __future__ import annotations

from account import CallFailed
from choices import Choices
from failure import Failure
from logo import Logo
from prerequisites import Target
from programs import ROOT, run, say, step
from stack import Stack, in_words


class Rollout:
    def __init__(self, target: Target, choices: Choices, logo: Logo | None):
        self._target = target
        self._logo = logo
        self._choices = choices
        self._stacks = target.stacks
        self._name = target.stack.name
        self._values = target.values(choices.parameters)

    def show(self) -> None:
        """Prints what a deployment would change, and changes nothing but that SAM's bucket has the files afterwards."""
        earlier = self._stacks.change_sets(self._name)
        status = self._sam_deploy(["--no-execute-changeset"], self._first_step(), self._choices.protects_afterwards)
        created = self._since(earlier)
        try:
            shown = [change_set for change_set, summary in created.items() if summary.get("Status") != "FAILED"]
            changes = self._stacks.changes(shown[0]) if shown else []
        finally:
            self._stacks.discard(list(created))
            if not self._target.stack.exists:
                self._stacks.delete_empty(self._name)
        if status != 0:
            raise Failure("There is no change set, and nothing was changed: see above.")
        say("")
        say("What this deployment would do:" if shown else "This deployment would change nothing.")
        if shown:
            for sentence in in_words(changes, self._target.present(), self._values):
                say(f"  {sentence}")
        say("This was a dry run. The change set is deleted, and nothing was changed.")

    def deploy(self, confirms: bool) -> Stack:
        """Deploys, and returns the stack as it is then.

        :param confirms: whether SAM asks before it changes the stack
        """
        step(f"Deploying {self._name}")
        earlier = self._stacks.change_sets(self._name) if confirms else {}
        confirmation = "--confirm-changeset" if confirms else "--no-confirm-changeset"
        status = self._sam_deploy([confirmation], self._first_step(), self._choices.protects_afterwards)
        if status != 0:
            raise Failure(self._what_failed())
        if confirms:
            self._refuse_unconfirmed(earlier)
        if self._choices.protects_afterwards:
            step("Protecting the data")
            if self._sam_deploy(["--no-confirm-changeset"], {"ProtectData": "true"}, False) != 0:
                raise Failure(
                    f"{self._name} is deployed, but its data is not protected yet: tables and key would be deleted "
                    "with the stack. Run ./deploy again, which protects it."
                )
        self._protect_stack()
        return self._stacks.look(self._name)

    def _first_step(self) -> dict[str, str]:
        parameters = {**self._choices.parameters, **self._target.given}
        return {**parameters, "ProtectData": "false"} if self._choices.protects_afterwards else parameters

    def _sam_deploy(self, options: list[str], parameters: dict[str, str], protection_pending: bool) -> int:
        file = ROOT / "target" / "deploy" / f"{self._name}.json"
        self._target.template.write(file, self._values, protection_pending, self._logo)
        command = ["sam", "deploy", "--template-file", str(file), "--stack-name", self._name, "--resolve-s3"]
        command += ["--capabilities", "CAPABILITY_IAM", "--no-progressbar", "--no-fail-on-empty-changeset"]
        command += ["--tags", "service=schedule-events", *options]
        if parameters:
            command += ["--parameter-overrides", *(_quoted(name, value) for name, value in parameters.items())]
        return run(command)

    def _since(self, earlier: dict[str, dict]) -> dict[str, dict]:
        return {key: value for key, value in self._stacks.change_sets(self._name).items() if key not in earlier}

    def _refuse_unconfirmed(self, earlier: dict[str, dict]) -> None:
        """SAM succeeds, too, when the answer to its question was no."""
        unconfirmed = [
            key for key, value in self._since(earlier).items() if value.get("ExecutionStatus") == "AVAILABLE"
        ]
        if unconfirmed:
            self._stacks.discard(unconfirmed)
            if not self._target.stack.exists:
                self._stacks.delete_empty(self._name)
            raise Failure("You did not confirm, so nothing was changed.")

    def _what_failed(self) -> str:
        try:
            stack = self._stacks.look(self._name)
        except CallFailed as problem:
            return f"The deployment failed: {problem}"
        first = self._stacks.first_failure(self._name) if stack.exists else ""
        lines = ["The deployment failed.", f"What failed first: {first}" if first else "", stack.obstacle()]
        return "\n".join(line for line in lines if line)

    def _protect_stack(self) -> None:
        """Termination protection goes with the protection of data."""
        protects = self._values["ProtectData"] == "true"
        lifted = self._target.present().get("ProtectData") == "true" and not protects
        if protects == self._target.stack.protected or not (protects or lifted):
            return
        try:
            self._stacks.protect(self._name, protects)
        except CallFailed as problem:
            self._choices.not_ready.append(
                f"Termination protection of the stack is not {'on' if protects else 'off'}: {problem}"
            )


def _quoted(name: str, value: str) -> str:
    """As SAM reads it: the value may be empty, or contain spaces."""
    escaped = value.replace('"', '\\"')
    return f'{name}="{escaped}"'
