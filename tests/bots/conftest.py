"""Advice of bots, however slow the machine is."""

import pytest

from wartable.bots.advice import reasons


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is found does not depend on how busy the machine is."""
    monkeypatch.setattr(reasons, "SECONDS", 180.0)
