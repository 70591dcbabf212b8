"""The reader's progress: kept in the browser, counted in the contents, carried in a file, sent to nobody."""

import json

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.figure import Figure
from tests.browser.test_questions import Ask

CHAPTER = "/en/newton-euler/"
DONE = {"version": 1, "done": ["forward-pass/walk-to-tip", "ask-calls"], "answers": {"ask-calls": "1"},
        "place": "/en/newton-euler/#sec-gravity"}


def load_file(page, text, name="progress.json"):
    data = text if isinstance(text, bytes) else text.encode()
    page.get_by_label("Load a file").set_input_files(
        {"name": name, "mimeType": "application/json", "buffer": data})


def expect_counts(page, tasks, questions, predictions):
    """The numbers of the first chapter in the contents."""
    ledger = page.get_by_role("list", name="Done in this chapter").first
    for count, kind in ((tasks, "tasks"), (questions, "questions"), (predictions, "predictions")):
        expect(ledger.get_by_role("listitem").filter(has_text=kind)).to_contain_text(f"{count} of ")


def test_what_is_done_is_kept_and_counted(open_page):
    """Catches a tick, an answer or a place that the next visit does not know."""
    page = open_page(CHAPTER)
    figure = Figure(page, "forward-pass")
    figure.wake()
    for step in (1, 2, 3):
        figure.button("Next").click()
        figure.wait("(figure, step) => figure.state.step === step", step)
    figure.expect_done("walk-to-tip")
    ask = Ask(page, "ask-calls")
    ask.choice("B").click()
    ask.commit.click()
    ask = Ask(page, "guess-coupling")
    ask.choice("None").click()
    ask.commit.click()
    page.reload()
    figure.expect_done("walk-to-tip")
    expect(figure.task("acceleration-without-acceleration")).to_have_attribute("data-done", "false")
    page.get_by_role("link", name="Motion Out, Force In").click()
    expect_counts(page, 1, 1, 1)


def test_reading_goes_on_where_it_stopped(open_page):
    """Catches a place that is not stored, or a link that leads to the top."""
    page = open_page("/")
    expect(page.get_by_text("Continue reading")).to_be_hidden()
    page.goto(page.url + CHAPTER.lstrip("/"))
    page.get_by_role("navigation", name="In this chapter").get_by_role("link", name="gravity trick").click()
    page.wait_for_function("() => localStorage.getItem('progress')?.includes('#sec-gravity')")
    page.get_by_role("link", name="Motion Out, Force In").click()
    page.get_by_role("link", name="Continue reading").click()
    page.wait_for_url("**/en/newton-euler/#sec-gravity")
    expect(page.get_by_role("heading", name="The gravity trick")).to_be_in_viewport()


def test_a_place_that_the_book_does_not_have_is_not_offered(open_page):
    """Catches a link to "page not found", from a file of another edition."""
    page = open_page("/")
    load_file(page, json.dumps(DONE | {"place": "/en/lost-chapter/#sec-gravity"}))
    expect(page.get_by_text("has been added")).to_be_visible()
    expect(page.get_by_text("Continue reading")).to_be_hidden()
    load_file(page, json.dumps(DONE))
    expect(page.get_by_text("Continue reading")).to_be_visible()


def test_progress_travels_in_a_file(open_page):
    """Catches a file that loses something, a clearing without a question, a file that cannot be read back."""
    page = open_page("/")
    load_file(page, json.dumps(DONE))
    expect(page.get_by_text("has been added")).to_be_visible()
    expect_counts(page, 1, 1, 0)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a file").click()
    saved = download.value.path().read_bytes()
    assert json.loads(saved) == DONE
    page.get_by_role("button", name="Clear").click()
    page.get_by_role("button", name="Keep them").click()
    expect_counts(page, 1, 1, 0)
    page.get_by_role("button", name="Clear").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.get_by_role("button", name="Forget them").click()
    expect_counts(page, 0, 0, 0)
    expect(page.get_by_text("Continue reading")).to_be_hidden()
    load_file(page, saved)
    expect_counts(page, 1, 1, 0)
    load_file(page, json.dumps(DONE | {"done": ["forward-pass/walk-to-tip", "backward-pass/walk-to-base"]}))
    expect_counts(page, 2, 1, 0)  # what a file does not know is not forgotten


BROKEN = {
    "not JSON": ("{", "it is not JSON"),
    "not text": (b"\xff\xfe\x00", "it is not JSON"),
    "a list": ("[]", "not a record"),
    "nothing": ("null", "not a record"),
    "a key too many": (json.dumps(DONE | {"admin": True}), "not a record"),
    "a prototype": ('{"__proto__": {"done": []}, "version": 1, "done": [], "answers": {}, "place": ""}', "record"),
    "another version": (json.dumps(DONE | {"version": 2}), "another version"),
    "no list of ids": (json.dumps(DONE | {"done": "all"}), "list of what is done"),
    "an id that is a number": (json.dumps(DONE | {"done": [7]}), "list of what is done"),
    "an id with markup": (json.dumps(DONE | {"done": ["<img src=x>"]}), "list of what is done"),
    "too many ids": (json.dumps(DONE | {"done": ["a"] * 2001}), "list of what is done"),
    "an answer of prototype": (json.dumps(DONE).replace('"ask-calls": "1"', '"__proto__": "1"'), "answers"),
    "an answer that is no number": (json.dumps(DONE | {"answers": {"ask-calls": "x"}}), "answers"),
    "answers in a list": (json.dumps(DONE | {"answers": ["1"]}), "answers"),
    "a place elsewhere": (json.dumps(DONE | {"place": "https://example.org/"}), "its place"),
    "a place that runs": (json.dumps(DONE | {"place": "javascript:alert(1)"}), "its place"),
    "a place on another host": (json.dumps(DONE | {"place": "//example.org/"}), "its place"),
    "a long text": (" " * 100_001, "too long"),
    "a huge file": (b" " * 2_000_000, "too long"),
}


def test_a_broken_or_hostile_file_gets_one_sentence(open_page):
    """Catches a file that is half taken over, leads off the site, or breaks the page."""
    page = open_page("/")
    load_file(page, json.dumps(DONE))
    kept = page.evaluate("localStorage.getItem('progress')")
    for text, reason in BROKEN.values():
        load_file(page, text)
        expect(page.locator("#desk [role=status]")).to_contain_text(reason)
        assert page.evaluate("localStorage.getItem('progress')") == kept
        load_file(page, json.dumps(DONE))
        expect(page.get_by_text("has been added")).to_be_visible()
    expect_counts(page, 1, 1, 0)


def test_a_damaged_store_is_an_empty_one(open_page):
    """Catches a page that breaks for ever because of what once was stored."""
    page = open_page("/", script="localStorage.setItem('progress', '{\"version\": 1, \"done\": 3}')")
    expect_counts(page, 0, 0, 0)
    assert page.evaluate("({}).done === undefined")


def test_two_tabs_know_of_each_other(open_page):
    """Catches a tab that shows, and then stores, what was true when it was opened."""
    contents, chapter = open_page("/"), open_page(CHAPTER)
    ask = Ask(chapter, "ask-bias")
    ask.choice("all that does not depend").click()
    ask.commit.click()
    expect_counts(contents, 0, 1, 0)


def test_progress_never_reaches_the_server(open_page):
    """Catches a request, a beacon or a cookie that tells what a reader did."""
    page = open_page(CHAPTER)
    sent = []
    page.on("request", lambda request: sent.append(request.url + (request.post_data or "")))
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))))
    ask = Ask(page, "ask-bias")
    ask.choice("all that does not depend").click()
    ask.commit.click()
    expect(ask.form.get_by_text("Right.")).to_be_visible()
    figure = Figure(page, "forward-pass")
    figure.wake()
    figure.button("Next").click()
    figure.wait("figure => figure.state.step === 1")
    assert any("forward-pass" in text for text in sent)  # the test sees what a figure sends
    assert [text for text in sent if "ask-bias" in text or "sec-" in text] == []
    assert page.context.cookies() == []


def test_progress_is_kept_for_the_page_where_storage_is_refused(open_page):
    """Catches a private window in which no question can be answered."""
    page = open_page(CHAPTER, script="Object.defineProperty(window, 'localStorage', "
                                     "{ get() { throw new DOMException('refused', 'SecurityError'); } });")
    ask = Ask(page, "ask-calls")
    ask.choice("A").click()
    ask.commit.click()
    ask.expect_said("Not this one.", "one list of six torques")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_contents_with_progress_pass_axe(open_page, scheme):
    """Catches contrast and names of what only a script brings."""
    page = open_page("/", viewport={"width": 390, "height": 844}, color_scheme=scheme)
    load_file(page, json.dumps(DONE))
    page.get_by_role("button", name="Clear").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    found = Axe().run(page).response["violations"]
    assert [(v["id"], v["nodes"][0]["html"]) for v in found if v["impact"] != "minor"] == []


def test_files_that_add_up_to_too_much_take_nothing_away(open_page):
    """Catches a record that is stored but too long to be read again: at the next visit all would be gone."""
    page = open_page("/")
    for letter in "ab":
        load_file(page, json.dumps(DONE | {"done": [f"{letter}-{i}" for i in range(1500)]}))
    expect(page.get_by_role("status")).to_contain_text("together with yours it is too long")
    page.reload()
    assert page.evaluate("JSON.parse(localStorage.getItem('progress')).done.length") == 1500
