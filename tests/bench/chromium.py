"""Pages with the gauge in them, in a headless Chromium."""

from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import async_playwright

from tests.chromium import HELP, find

HERE = Path(__file__).parent
WINDOW = {"width": 1280, "height": 900}
ARGS = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"]


@asynccontextmanager
async def chromium():
    """A browser that lives as long as the block; each context in it starts with an empty cache."""
    path = find()
    if not path:
        raise SystemExit(HELP)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=ARGS)
        yield browser
        await browser.close()


async def gauged(browser):
    """An empty page; whatever it opens has the gauge."""
    context = await browser.new_context(viewport=WINDOW, bypass_csp=True)  # waiting for the gauge evaluates
    page = await context.new_page()
    await page.add_init_script(path=HERE / "gauge.js")
    return page
