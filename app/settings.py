"""The settings: environment variables, each with a default; a wrong one is one sentence."""

import os
import re
from dataclasses import dataclass

MOST_WORKERS = 64
SOURCE = re.compile(r"'self'|'none'|https?://(\*\.)?[a-z0-9.-]+(:\d{1,5})?|https:")


class SettingError(ValueError):
    """A setting that cannot be used, and why."""


@dataclass(frozen=True)
class Settings:
    port: int = 5006
    address: str = "0.0.0.0"
    workers: int = 1
    frame_ancestors: str = "'self'"


def read():
    """The settings that the environment names; raises SettingError."""
    return Settings(
        port=whole("PORT", os.environ.get("PORT") or "5006", 0, 65535),
        address=os.environ.get("ADDRESS") or "0.0.0.0",
        workers=whole("WORKERS", os.environ.get("WORKERS") or "1", 1, MOST_WORKERS),
        frame_ancestors=sources("FRAME_ANCESTORS", os.environ.get("FRAME_ANCESTORS") or "'self'"),
    )


def whole(name, text, least, most):
    if not (text.isascii() and text.isdigit() and len(text) < 9 and least <= int(text) <= most):
        raise SettingError(f"{name} must be a whole number from {least} to {most}, got {text[:40]!r}")
    return int(text)


def sources(name, text):
    """A list of sources of a content security policy; nothing else may slip into the header."""
    for word in text.split(" "):
        if not SOURCE.fullmatch(word):
            raise SettingError(f"{name} must be sites like 'self' or https://lms.example, with single spaces "
                               f"between them, got {word[:80]!r}")
    return text
