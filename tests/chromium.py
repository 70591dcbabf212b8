"""Find a Chromium for the browser tests: `python -m tests.chromium` makes sure that there is one.

The order: the CHROMIUM variable, the system's browser, Playwright's own, the system's package manager.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
HELP = "no Chromium found: install one (Debian: apt-get install chromium) or set CHROMIUM=/path/to/chromium"


def find():
    """The path of a Chromium that runs, or None."""
    named = os.environ.get("CHROMIUM")
    if named:
        if not shutil.which(named):
            sys.exit(f"CHROMIUM={named} is not a program that can be run")
        return named
    for name in NAMES:
        if path := shutil.which(name):
            return path
    return _of_playwright()


def _of_playwright():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def install():
    """Ask the system's package manager for a Chromium; only Debian's, and only when it may."""
    if not shutil.which("apt-get") or os.geteuid() != 0:
        return
    print("no Chromium found: installing the system's package", flush=True)
    quiet = {"env": {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}, "check": False}
    subprocess.run(["apt-get", "-q", "update"], stdout=subprocess.DEVNULL, **quiet)
    subprocess.run(["apt-get", "-q", "-y", "install", "--no-install-recommends", "chromium"],
                   stdout=subprocess.DEVNULL, **quiet)


if __name__ == "__main__":
    if not find():
        install()
    path = find()
    print(f"Chromium: {path}" if path else HELP)
    sys.exit(0 if path else 1)
