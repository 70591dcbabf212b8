"""Every handle by mouse, finger and keys; every control by name; undo, reset, and one sentence at the end."""

import json
import math

import pytest
from playwright.sync_api import expect

from figures.controls import Button
from figures.registry import FIGURES
from figures.words import words

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
WITH_ARM = [slug for slug, cls in FIGURES.items() if "q" in cls.parameters()]
EVERY_HANDLE = pytest.mark.parametrize(("slug", "handle"), [
    (slug, words("en")[slug]["handles"][handle]) for slug in WITH_ARM for handle in FIGURES[slug].handles])
WITH_RATES = [slug for slug in FIGURES if "v.0" in words("en")[slug]["labels"]]
EXACT = 0.03  # metres: two pixels of a small picture


def place(figure, handle):
    """Where a handle lies, by the frame that is shown."""
    shown = figure.root.evaluate("figure => figure.shell.talk.reply.handles")
    key = handle.lower().replace(" ", "-")
    return complex(shown[key]["x"], shown[key]["y"])


def expect_pointed(figure, handle, before, target):
    """The handle has followed: the joint points at the target, the force's head lies on it."""
    after = place(figure, handle)
    assert after != before
    if handle == "Tip force":
        assert abs(after - complex(*target)) < EXACT
        return
    state = figure.state
    joint = int(handle[-1])
    lengths = (1.0, 0.8, 0.5)
    base = sum(lengths[k] * complex(math.cos(t := sum(state["q"][:k + 1])), math.sin(t)) for k in range(joint - 1))
    turned = (after - base) / (complex(*target) - base)
    assert abs(turned.imag / abs(turned)) < EXACT
    assert turned.real > 0


@EVERY_HANDLE
def test_a_handle_follows_the_mouse(take_figure, slug, handle):
    """Catches a handle that cannot be dragged, drags the wrong thing, or stops short of the pointer."""
    figure = take_figure(slug)
    before = place(figure, handle)
    figure.drag(handle, 0.9, 1.3)
    expect_pointed(figure, handle, before, (0.9, 1.3))


@EVERY_HANDLE
def test_a_handle_follows_a_finger(take_figure, slug, handle):
    """Catches a handle that scrolls the page instead, on a phone's width."""
    figure = take_figure(slug, **PHONE)
    before = place(figure, handle)
    scrolled = figure.page.evaluate("scrollY")
    figure.touch_drag(handle, 0.7, 1.1)
    expect_pointed(figure, handle, before, (0.7, 1.1))
    assert figure.page.evaluate("scrollY") == scrolled


@EVERY_HANDLE
@pytest.mark.parametrize("keys", [("ArrowRight", "ArrowUp", "ArrowLeft"), ("d", "w", "a")], ids=["arrows", "wasd"])
def test_a_handle_follows_keys(take_figure, slug, handle, keys):
    """Catches a handle that the Tab key cannot reach or the arrow keys cannot move."""
    figure = take_figure(slug)
    element = figure.handle(handle)
    element.focus()
    expect(element).to_be_focused()
    before = element.get_attribute("aria-valuetext")
    for key in keys[:2]:
        figure.page.keyboard.press(key)
    figure.settle()
    expect(element).not_to_have_attribute("aria-valuetext", before)
    coarse = figure.state
    figure.page.keyboard.press(f"Shift+{keys[2]}")
    figure.settle()
    name, index = ("tip_force", 0) if handle == "Tip force" else ("q", int(handle[-1]) - 1)
    step = 0.5 if handle == "Tip force" else math.radians(5)
    assert coarse[name][index] - figure.state[name][index] == pytest.approx(step / 5)


@pytest.mark.parametrize("slug", WITH_ARM)
def test_home_and_end(take_figure, slug):
    """Catches ends that are not the bounds, as the slider role promises them."""
    figure = take_figure(slug)
    figure.handle("Joint 2").focus()
    for key, degrees in (("End", "180"), ("Home", "-180")):
        figure.page.keyboard.press(key)
        figure.settle()
        expect(figure.handle("Joint 2")).to_have_attribute("aria-valuenow", degrees)


@pytest.mark.parametrize("slug", FIGURES)
def test_everything_is_reached_by_tab(open_figure, slug):
    """Catches a control that only a mouse can find, or that has no name."""
    figure = open_figure(slug)
    own = words("en")[slug]
    wanted = {"Reset", "Copy link", *(own["handles"][handle] for handle in FIGURES[slug].handles),
              *own["buttons"].values(), *own["labels"].values(), *own.get("toggles", {}).values()}
    figure.page.evaluate("document.body.focus()")
    found = set()
    for _ in range(60):
        figure.page.keyboard.press("Tab")
        found.add(figure.page.evaluate("""() => {
            let element = document.activeElement;
            while (element.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
            return element.getAttribute("aria-label") ?? element.innerText.replace(/^[↶↷⟲⚲❯]/, "").trim();
        }"""))
    assert wanted <= found


@pytest.mark.parametrize("slug", WITH_RATES)
def test_a_slider_moves_by_keys_and_says_its_unit(take_figure, slug):
    """Catches a slider that is not bound to its parameter, or is only a picture to a screen reader."""
    figure = take_figure(slug)
    slider = figure.slider("θ̇₂")
    before = figure.state["v"][1]
    slider.focus()
    figure.page.keyboard.press("ArrowRight")
    figure.page.keyboard.press("ArrowRight")
    figure.wait("(figure, value) => Math.abs(figure.state.v[1] - value) < 1e-9", before + 0.2)
    expect(slider).to_have_attribute("aria-valuetext", f"{before + 0.2:.1f} rad/s")


def test_a_slider_writes_a_true_minus(take_figure):
    """Catches a hyphen, which a voice does not read; at the start, and again when the value is written anew."""
    figure = take_figure("forward-pass")
    slider, shown = figure.slider("θ̇₃"), figure.root.locator(".bk-slider-value").nth(2)
    for value in ("−1.0 rad/s", "−0.9 rad/s"):
        expect(slider).to_have_attribute("aria-valuetext", value)
        expect(shown).to_have_text(value)
        slider.press("ArrowRight")


def test_a_slider_moves_by_mouse(take_figure):
    """Catches a slider that jumps back while it is dragged, because an older reply arrives."""
    figure = take_figure("forward-pass")
    box = figure.slider("θ̈₁").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    figure.page.mouse.move(x, y)
    figure.page.mouse.down()
    figure.page.mouse.move(x + 60, y, steps=20)
    figure.page.mouse.up()
    figure.settle()
    moved = figure.slider("θ̈₁").bounding_box()
    assert moved["x"] - box["x"] > 40
    assert figure.state["a"][0] == pytest.approx(float(figure.slider("θ̈₁").get_attribute("aria-valuenow")))


def test_a_checkbox_switches(take_figure):
    """Catches a switch that is not bound, also by its words."""
    figure = take_figure("backward-pass")
    figure.checkbox("Gravity").uncheck()
    figure.wait("figure => figure.state.gravity === false")
    figure.settle()
    assert all(abs(figure.readouts[f"tau_{j}"]) < 1e-12 for j in (1, 2, 3))
    figure.root.get_by_text("Gravity", exact=True).click()
    figure.wait("figure => figure.state.gravity === true")


def test_what_has_no_effect_is_not_there(take_figure):
    """Catches a grip in the air, or a slider that turns a link that is not there; all come back."""
    figure = take_figure("rnea-vs-lagrange")
    gone = [figure.handle("Joint 3"), figure.slider("θ̇₃"), figure.slider("θ̈₃")]
    figure.checkbox("Two links").check()
    for element in gone:
        expect(element).to_be_hidden()
    expect(figure.slider("θ̇₂")).to_be_visible()
    figure.checkbox("Two links").uncheck()
    for element in gone:
        expect(element).to_be_visible()


def test_undo_and_redo(open_figure):
    """Catches a drag that is undone point by point, a redo that is lost, keys that do nothing."""
    figure = open_figure("forward-pass")
    start = figure.state
    figure.drag("Joint 2", 1.0, 1.0, steps=15)
    dragged = figure.state
    figure.button("Next").click()
    figure.wait("figure => figure.state.step === 1")
    figure.handle("Joint 1").focus()
    for wanted in (dragged, start):
        figure.page.keyboard.press("Control+z")
        figure.settle()
        assert figure.state == wanted
    expect(figure.button("Undo")).to_be_disabled()
    figure.page.keyboard.press("Control+Shift+z")
    figure.settle()
    assert figure.state == dragged
    figure.button("Redo").click()
    figure.wait("figure => figure.state.step === 1")
    expect(figure.button("Redo")).to_be_disabled()


@pytest.mark.parametrize("slug", WITH_ARM)
def test_reset_gives_the_default_to_the_byte(take_figure, slug):
    """Catches a reset that forgets a parameter, or a widget that keeps its own idea."""
    figure = take_figure(slug)
    figure.drag("Joint 1", -1, 1)
    for control in FIGURES[slug].controls:
        if isinstance(control, Button):
            figure.button(words("en")[slug]["buttons"][control.key]).click()
            figure.settle()
    if slug in WITH_RATES:
        figure.slider("θ̇₁").press("End")
    figure.settle()
    assert figure.state != FIGURES[slug]().state
    figure.button("Reset").click()
    figure.wait("(figure, state) => JSON.stringify(figure.state) === state",
                json.dumps(FIGURES[slug]().state, separators=(",", ":")).replace(".0,", ",").replace(".0]", "]"))
    figure.settle()
    if slug in WITH_RATES:
        assert figure.slider("θ̇₁").get_attribute("aria-valuenow") == f"{FIGURES[slug]().v[0]:.1f}"


def test_the_sentence_is_spoken_when_a_drag_ends(open_figure):
    """Catches a screen reader that is flooded: nothing is announced while the handle is held."""
    figure = open_figure("forward-pass")
    figure.button("Next").click()
    spoken = figure.root.locator("[aria-live=polite]")
    expect(spoken).to_contain_text("Link 1")
    before = spoken.inner_text()
    figure.slider("θ̈₁").press("End")
    expect(spoken).not_to_have_text(before)
    figure.page.evaluate("""() => {
        window.announced = 0;
        new MutationObserver(() => window.announced++).observe(
            document.querySelector("live-figure [aria-live=polite]"), { childList: true, characterData: true });
    }""")
    figure.page.mouse.move(*figure.centre("Joint 1"))
    figure.page.mouse.down()
    figure.page.mouse.move(*figure.pixels(0, 1), steps=30)
    figure.settle()
    assert figure.page.evaluate("window.announced") == 0
    figure.page.mouse.up()


def test_a_handle_stays_under_the_pointer_in_a_scaled_slide(open_figure):
    """Catches pointer arithmetic that does not know of CSS transforms, as slide programs use them."""
    figure = open_figure("forward-pass")
    figure.page.add_style_tag(content="body { transform: scale(0.6); transform-origin: 0 0 }")
    figure.page.mouse.move(*figure.centre("Joint 1"))
    figure.page.mouse.down()
    target = figure.pixels(-0.6, 0.8)
    figure.page.mouse.move(*target, steps=6)
    figure.settle()
    x, y = figure.centre("Joint 1")
    figure.page.mouse.up()
    assert math.hypot(x - target[0], y - target[1]) < 2


def test_a_swipe_beside_the_handles_scrolls_the_page(open_page):
    """Catches a figure that is a trap for the finger: only a handle may keep a touch to itself."""
    page = open_page("/en/newton-euler/", **PHONE)
    stage = page.locator("live-figure .handles").first
    page.locator("live-figure").first.scroll_into_view_if_needed()
    expect(page.locator("live-figure").first).to_have_attribute("data-status", "live")
    box = stage.bounding_box()
    assert page.evaluate("([x, y]) => getComputedStyle(document.elementFromPoint(x, y)).touchAction",
                         [box["x"] + 12, box["y"] + 12]) == "auto"
    assert page.evaluate("getComputedStyle(document.querySelector('.handle')).touchAction") == "none"


def test_a_handle_that_was_pulled_too_far_returns_to_its_joint(take_figure):
    """Catches a ring that hangs in the air where the hand let go, beside a joint without one."""
    figure = take_figure("forward-pass")
    figure.page.mouse.move(*figure.centre("Joint 1"))
    figure.page.mouse.down()
    figure.page.mouse.move(*figure.pixels(1.8, 1.8), steps=5)
    figure.settle()
    figure.page.mouse.up()
    there = figure.pixels(math.sqrt(0.5), math.sqrt(0.5))  # the first link is 1 m long
    assert figure.centre("Joint 1") == pytest.approx(there, abs=2)
