"""A real server on a free port, a real Chromium, and a page that fails the test when it complains."""


import pytest
from playwright.sync_api import sync_playwright

from tests.browser.figure import Figure
from tests.chromium import HELP, find
from tests.site import Site

LONGEST_WAIT_MS = 15_000  # a busy machine is slow; a thing that never comes should fail soon
# The background services look up hosts of their own; without them a test run is silent on the network.
ARGS = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"]

FORGET = "() => { try { localStorage.clear(); } catch { /* a test has refused it */ } }"


class Server:
    """The site, so that it can be killed and started again on the same port."""

    port = 0

    def __init__(self):
        self.start()

    def start(self):
        self.site = Site(self.port)
        self.port, self.url, self.process = self.site.port, self.site.url, self.site.process

    def kill(self):
        self.site.__exit__()


@pytest.fixture(scope="session")
def server():
    server = Server()
    yield server
    server.kill()


@pytest.fixture
def own_server():
    """A server that the test may kill."""
    server = Server()
    yield server
    server.kill()


@pytest.fixture(scope="session")
def browser():
    path = find()
    assert path, HELP
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGS)
        yield browser
        browser.close()


class Complaints(list):
    """What a page should not do: errors in the console, uncaught errors, requests off the origin."""

    def watch(self, page, origin):
        page.on("console", lambda message: message.type in ("error", "warning") and self.append(
            f"console {message.type}: {message.text}"))
        page.on("pageerror", lambda error: self.append(f"uncaught: {error}"))
        page.on("request", lambda request: request.url.startswith((origin, "data:", "blob:")) or self.append(
            f"off the origin: {request.url}"))
        page.on("websocket", lambda socket: socket.url.startswith(origin.replace("http", "ws")) or self.append(
            f"off the origin: {socket.url}"))


@pytest.fixture
def complaints():
    return Complaints()


@pytest.fixture(scope="session")
def context(browser):
    """A browser context for each set of options, kept so that Bokeh's scripts are loaded once."""
    contexts = {}

    def context_(**options):
        options = {"viewport": {"width": 1280, "height": 900}, "reduced_motion": "reduce"} | options
        key = repr(sorted(options.items()))
        if key not in contexts:
            contexts[key] = browser.new_context(**options)
            contexts[key].set_default_timeout(LONGEST_WAIT_MS)
        return contexts[key]

    return context_


@pytest.fixture
def open_page(context, server, complaints):
    """Open a path of the site in a page of its own; any complaint fails the test at its end."""
    pages = []

    def open_(path="/en/newton-euler/", *, server=server, script=None, **options):
        page = context(**options).new_page()
        pages.append(page)
        complaints.watch(page, server.url)
        if script:
            page.add_init_script(script)
        page.goto(server.url + path)
        return page

    yield open_
    for page in pages:
        if not page.is_closed():
            page.evaluate(FORGET)  # the context lives on: the next reader is a new one
            page.close()
    assert not complaints


@pytest.fixture
def open_figure(open_page):
    """Open one figure and wait until it is alive."""

    def open_(name, path=None, **options):
        page = open_page(path or f"/en/figures/{name}/", **options)
        figure = Figure(page, name)
        figure.wake()
        return figure

    return open_


@pytest.fixture(scope="session")
def kept_figures(context, server):
    """One page for each figure and set of options, for tests that only take hold of it: waking costs seconds."""
    figures = {}

    def kept(name, options):
        key = name, repr(sorted(options.items()))
        if key not in figures:
            page = context(**options).new_page()
            complaints = Complaints()
            complaints.watch(page, server.url)
            page.goto(f"{server.url}/en/figures/{name}/")
            figures[key] = Figure(page, name), complaints
            figures[key][0].wake()
        return figures[key]

    yield kept
    for figure, _ in figures.values():
        figure.page.close()


@pytest.fixture
def take_figure(kept_figures):
    """A figure in its default state, alone on its page; the page is not new."""
    heard = []

    def take(name, **options):
        figure, complaints = kept_figures(name, options)
        figure.page.bring_to_front()
        figure.root.evaluate("figure => figure.reset()")
        figure.settle()
        heard.append(complaints)
        return figure

    yield take
    assert not any(heard)
