"""What a reader meets when the line, the server, the tab or the computer goes away: nothing is lost.

The table in CONTRIBUTING.md states each behaviour.
"""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import ARGS, Figure
from tests.chromium import find

ALONE = "/en/figures/forward-pass/"
HOUR_MS = 3_600_000
SOON_MS = 8000  # less than the ten seconds after which a request counts as lost on a line that is trusted
TRIES = 10, 30  # new sockets in a minute: the wait doubles from a quarter of a second up to 5 s

# The page's sockets can be counted, and sent to an address where none is answered.
LINES = """
    window.opened = 0;
    window.cut = false;
    window.WebSocket = class extends WebSocket {
        constructor(url) {
            super(window.cut ? String(url).replace("/live", "/nowhere") : url);
            window.opened += 1;
        }
    };
"""
CARRIER = "(figure) => figure.shell.talk.carrier"


def offline(figure):
    expect(figure.root).to_have_attribute("data-status", "offline")
    expect(figure.root.locator(".message")).to_have_text("Offline, trying again")


def online(figure, timeout=10_000):
    expect(figure.root).to_have_attribute("data-status", "live", timeout=timeout)
    figure.settle()
    expect(figure.root.locator(".message")).to_have_text("")


def only_of_the_line(complaints):
    """The browser reports each try that fails; nothing else may have gone wrong."""
    assert all("WebSocket" in text or "ERR_" in text for text in complaints), complaints
    complaints.clear()


def press_next(figure):
    """Do something that needs an answer, without waiting for it."""
    figure.button("Next").click()


def test_a_dropped_socket_is_opened_again_and_asks_again(open_figure, complaints):
    """Catches a request that went down with its line: what was asked meanwhile must be answered."""
    figure = open_figure("forward-pass", script=LINES)
    figure.root.evaluate(f"(figure) => {{ window.cut = true; ({CARRIER})(figure).socket.close(); }}")
    offline(figure)
    press_next(figure)
    figure.page.evaluate("window.cut = false")
    online(figure)
    assert figure.state["step"] == 1
    only_of_the_line(complaints)


def test_a_minute_without_a_server_is_a_few_tries_and_no_loss(open_figure, own_server, complaints):
    """Catches a page that gives up, one that hammers at the door, and a move that is forgotten."""
    figure = open_figure("forward-pass", server=own_server, script=LINES)
    figure.page.clock.install()
    own_server.kill()
    offline(figure)
    press_next(figure)
    for _ in range(60):  # a try fails in real time, so the minute passes in steps
        figure.page.clock.run_for(1000)
    least, most = TRIES
    assert least <= figure.page.evaluate("window.opened") <= most
    own_server.start()
    figure.page.clock.run_for(8000)
    figure.page.clock.resume()
    online(figure)
    assert figure.state["step"] == 1
    only_of_the_line(complaints)


@pytest.mark.parametrize("hidden", [True, False], ids=["tab hidden for an hour", "computer asleep"])
def test_after_an_hour_a_dead_line_is_found_out_at_once(open_figure, hidden):
    """Catches a reader who waits ten seconds for a socket that died in the night without a word."""
    figure = open_figure("forward-pass", script=LINES)
    figure.root.evaluate(f"""(figure, hidden) => {{
        const set = (value) => {{
            Object.defineProperty(document, "hidden", {{ value, configurable: true }});
            document.dispatchEvent(new Event("visibilitychange"));
        }};
        if (hidden) set(true);
        ({CARRIER})(figure).socket.send = () => {{}};     // the line takes everything and brings nothing
        const now = Date.now;
        Date.now = () => now() + {HOUR_MS};
        if (hidden) set(false);
    }}""", hidden)
    press_next(figure)
    figure.page.set_default_timeout(SOON_MS)
    figure.wait("figure => figure.state.step === 1")
    assert figure.page.evaluate("window.opened") == 2
    online(figure)


def test_two_tabs_are_two_readers_with_one_record(open_figure):
    """Catches a state that leaks into another tab, and progress that another tab does not see."""
    one, other = open_figure("forward-pass"), open_figure("forward-pass")
    for _ in range(3):
        one.button("Next").click()
    one.settle()
    one.expect_done("walk-to-tip")
    other.expect_done("walk-to-tip")
    assert (one.state["step"], other.state["step"]) == (3, 0)


def test_the_way_back_leads_to_the_figure_as_it_was_left(browser, server):
    """Catches a page that the browser cannot keep, a socket that stays closed, and a state that is reset."""
    keeping = browser.browser_type.launch(executable_path=find(), args=ARGS,
                                          ignore_default_args=["--disable-back-forward-cache"])
    page = keeping.new_page()
    page.goto(server.url + ALONE)
    figure = Figure(page, "forward-pass")
    figure.wake()
    press_next(figure)
    figure.wait("figure => figure.state.step === 1")
    figure.root.evaluate(f"""(figure) => {{
        addEventListener("pagehide", () => (window.parted = ({CARRIER})(figure).socket === null));
        addEventListener("pageshow", ({{ persisted }}) => (window.kept = persisted));
    }}""")
    page.goto(server.url + "/en/")
    page.go_back(wait_until="commit")  # a page that was kept does not load
    assert page.evaluate("[window.parted, window.kept]") == [True, True]
    online(figure)
    press_next(figure)
    figure.wait("figure => figure.state.step === 2")
    keeping.close()


def test_offline_from_the_start_the_picture_stands_and_wakes_later(open_page, complaints):
    """Catches an empty figure, one that never wakes, and one that seems alive without a line."""
    page = open_page("/en/")
    page.route("**/forward-pass.en.json", lambda route: route.abort())
    page.add_init_script(LINES + "window.cut = true;")
    page.goto(page.url.removesuffix("/en/") + ALONE)
    figure = Figure(page, "forward-pass")
    expect(figure.root).to_have_attribute("data-status", "still")
    expect(figure.root.get_by_role("img")).to_be_visible()
    page.unroute("**/forward-pass.en.json")
    offline(figure)
    press_next(figure)
    page.evaluate("window.cut = false")
    online(figure)
    assert figure.state["step"] == 1
    only_of_the_line(complaints)


@pytest.mark.parametrize("name", ["figures/shell.js", "figures/conversation.js", "bokeh/bokeh.min.js",
                                  "bokeh/bokeh-widgets.min.js"])
def test_a_part_that_was_lost_on_the_way_is_asked_for_again(open_page, complaints, name):
    """Catches a figure that stays dead because the line was away for a moment while it woke."""
    page = open_page("/")
    page.route(f"**/{name}", lambda route: route.abort(), times=1)
    page.goto(page.url + ALONE.lstrip("/"))
    figure = Figure(page, "forward-pass")
    expect(figure.root).to_have_attribute("data-status", "live")
    expect(figure.root.get_by_text("could not be drawn")).to_be_hidden()
    press_next(figure)
    figure.settle()
    assert figure.state["step"] == 1
    assert all("ERR_" in text or "Bokeh" in text for text in complaints), complaints
    complaints.clear()
