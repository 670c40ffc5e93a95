"""How a deployment ends that does not succeed."""


class Failure(Exception):
    """What failed, and what to do about it."""

    status = 1


class WrongArguments(Failure):
    """Arguments that cannot be followed; nothing was done."""

    status = 2

    def __str__(self) -> str:
        return f"{super().__str__()} See: ./deploy --help"
