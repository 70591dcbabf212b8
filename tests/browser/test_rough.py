"""Rough hands: two fingers on a slow line, keys while offline, nonsense from scripts, no clipboard."""

import pytest
from playwright.sync_api import expect

SLUG = "forward-pass"
SLOW = """figure => {
  const { carrier } = figure.shell.talk, ask = carrier.ask.bind(carrier);
  carrier.ask = async (request) => {
    await new Promise((resolve) => setTimeout(resolve, 60));
    return ask(request);
  };
}"""


def test_two_fingers_on_a_slow_line_leave_no_queue(open_figure):
    """Catches moves of two handles that wait behind each other, and a step of undo for each of them."""
    figure = open_figure(SLUG, has_touch=True)
    figure.root.evaluate(SLOW)
    session = figure.page.context.new_cdp_session(figure.page)
    ends = figure.centre("Joint 1"), figure.centre("Joint 3")

    def touch(kind, k):
        points = [] if k is None else [{"x": x + way * k, "y": y - way * k, "id": way}
                                       for (x, y), way in zip(ends, (1, -1), strict=True)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", 0)
    for k in range(1, 40):
        touch("touchMove", k)
    assert figure.root.evaluate("figure => figure.shell.talk.queue.length") <= 2
    touch("touchEnd", None)
    figure.settle()
    assert figure.root.evaluate("figure => figure.shell.talk.past.length") == 1


def test_many_keys_while_offline_all_count(open_figure):
    """Catches presses that add up to more than one request may hold, and so to a refusal."""
    figure = open_figure(SLUG)
    figure.root.evaluate("figure => { figure.shell.talk.carrier.up = false; }")
    figure.handle("Joint 1").focus()
    before = figure.state["q"][0]
    for _ in range(144):  # twice around, at 5 degrees each
        figure.page.keyboard.press("ArrowRight")
    figure.page.keyboard.press("ArrowRight")
    figure.root.evaluate("figure => figure.shell.talk.carrier.open()")
    figure.settle()
    assert figure.state["q"][0] == pytest.approx(before + 0.0872664626)
    expect(figure.root.locator(".message")).to_be_empty()


@pytest.mark.parametrize("q", ["10n", "(a => { a[0] = a; return a; })([])"])
def test_what_no_message_can_hold_is_refused_and_forgotten(open_figure, q):
    """Catches a request that was never sent but waited for: ten seconds later the line would count as dead."""
    figure = open_figure(SLUG)
    told = figure.root.evaluate(f"figure => figure.set({{ q: {q} }}).then(() => null, (error) => error.message)")
    assert told
    assert figure.root.evaluate("figure => figure.shell.talk.carrier.waiting.size") == 0


@pytest.mark.parametrize(("patch", "sentence"), [
    ("{ q: 'x'.repeat(70_000) }", "This is too long to be sent"),
    ("{ q: 'ü'.repeat(40_000) }", "This is too long to be sent"),
    ("{ q: [NaN, 0, 0] }", "q[0] must be a finite number of radians, got 'NaN'"),
])
def test_what_the_line_does_not_take_is_refused_in_a_sentence(open_figure, patch, sentence):
    """Catches a message that costs the line, is asked again on the next, and so for ever; and a null for NaN."""
    figure = open_figure(SLUG)
    told = figure.root.evaluate(f"figure => figure.set({patch}).then(() => null, (error) => error.message)")
    assert told == sentence
    expect(figure.root.locator(".message")).to_have_text(sentence)
    expect(figure.root).to_have_attribute("data-status", "live")
    figure.button("Next").click()
    figure.settle()
    assert figure.state["step"] == 1


@pytest.mark.parametrize("refused", ["{ writeText: () => Promise.reject(new Error('not allowed')) }", "undefined"])
def test_without_a_clipboard_nothing_is_said_to_be_copied(open_figure, refused):
    """Catches "Link copied" on a page that may not copy, and silence."""
    script = f"Object.defineProperty(navigator, 'clipboard', {{ value: {refused} }})"
    figure = open_figure(SLUG, script=script)
    message = figure.root.locator(".message")
    figure.button("Copy link").click()
    expect(message).to_have_text("The link is in the address bar; the clipboard cannot be used here")
    figure.button("Copy as Python").click()
    expect(message).to_have_text("The program is shown below; the clipboard cannot be used here")


def test_a_link_wakes_a_figure_that_sleeps_far_below(open_page, open_figure):
    """Catches a link put into the address bar of an open chapter that does nothing at all."""
    far = open_figure("op-count")
    far.button("Copy link").click()
    far.page.wait_for_function("location.hash.length > 1")
    page = open_page()
    page.evaluate("hash => { location.hash = hash; }", far.page.evaluate("location.hash"))
    root = page.locator('live-figure[name="op-count"]')
    expect(root).to_have_attribute("data-status", "live")
    expect(root).to_be_in_viewport()


# ---- steps back while something is in the air


NEXT, OFF = "figure.shell.talk.act('next')", "figure.shell.talk.set({ gravity: false })"
UNDO, REDO = "figure.shell.talk.undo()", "figure.shell.talk.redo()"


@pytest.mark.parametrize(("deeds", "step", "gravity", "undo", "redo"), [
    ([NEXT, UNDO], 0, True, False, True),             # not yet answered, and already taken back
    ([NEXT, UNDO, OFF, REDO], 0, False, True, False),  # what was taken back is gone once something new is done
    ([NEXT, OFF, UNDO, UNDO, OFF], 0, False, True, False),
    ([NEXT, OFF, UNDO, UNDO, REDO], 1, True, True, True),
    ([NEXT, UNDO, NEXT], 1, True, True, False),       # the second is a step of its own
    ([UNDO, REDO, NEXT], 1, True, True, False),       # nothing to undo
])
@pytest.mark.parametrize("up", [True, False], ids=["on the line", "offline first"])
def test_steps_back_keep_their_place_in_the_line(take_figure, deeds, step, gravity, undo, redo, up):
    """Catches a step back that is taken before what came before it, or after what came after."""
    figure = take_figure("backward-pass")
    figure.root.evaluate(f"""figure => {{
        const {{ talk }} = figure.shell, {{ carrier }} = talk;
        talk.past = [];
        talk.future = [];
        talk.gesture = {{ name: null, time: 0 }};
        carrier.up = {str(up).lower()};
        {";".join(deeds)};
        if (!carrier.up) carrier.open();
    }}""")
    figure.settle()
    assert (figure.state["step"], figure.state["gravity"]) == (step, gravity)
    assert (figure.button("Undo").is_enabled(), figure.button("Redo").is_enabled()) == (undo, redo)


def test_a_patch_that_throws_is_refused_and_forgotten(open_figure):
    """Catches a figure that answers nothing any more because one request could not even be made."""
    figure = open_figure(SLUG)
    told = figure.root.evaluate("""figure => figure.set({ get q() { throw new Error("no"); } })
        .then(() => null, (error) => error.message)""")
    assert told == "no"
    figure.button("Next").click()
    figure.settle()
    assert figure.state["step"] == 1


def test_a_refusal_is_heard_while_the_line_is_away(open_figure):
    """Catches a reader who goes on although nothing more is kept."""
    figure = open_figure(SLUG)
    figure.root.evaluate("""figure => {
        figure.shell.talk.carrier.up = false;
        figure.shell.warn("Offline");
        for (let k = 0; k < 201; k += 1) figure.shell.talk.act("back").catch(() => {});
    }""")
    expect(figure.root.locator(".message")).to_have_text("Offline. Too much waits for an answer")
