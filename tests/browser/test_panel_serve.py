"""The same figure in the other carrier: `panel serve` of two lines."""

import subprocess
import sys

import pytest
from playwright.sync_api import expect
from tornado.testing import bind_unused_port

from tests.browser.figure import Figure
from tests.site import ROOT

TWO_LINES = "from figures.forward_pass import ForwardPass\nForwardPass(step=1).servable()\n"


@pytest.fixture
def panel(tmp_path):
    script = tmp_path / "two_lines.py"
    script.write_text(TWO_LINES)
    listener, port = bind_unused_port()
    listener.close()
    process = subprocess.Popen(
        [sys.executable, "-m", "panel", "serve", str(script), "--port", str(port), "--address", "127.0.0.1"],
        cwd=ROOT, env={"PYTHONPATH": str(ROOT), "BOKEH_RESOURCES": "server", "PATH": ""},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    for line in process.stdout:
        if "Bokeh app running" in line:
            break
    yield f"http://127.0.0.1:{port}"
    process.kill()
    process.wait()
    process.stdout.close()


def test_panel_serve_shows_a_working_figure(panel, context, complaints):
    """Catches a carrier that draws but does not answer: drag, button, slider, refusal, all without the site."""
    page = context().new_page()
    complaints.watch(page, panel)
    page.goto(f"{panel}/two_lines")
    figure = Figure(page, "forward-pass")
    expect(figure.root).to_have_attribute("data-status", "live", timeout=20_000)
    numbers = figure.root.locator('[data-readout="omega"]')
    expect(numbers).to_have_text("1.00")
    figure.button("Next").click()
    expect(numbers).to_have_text("1.50")
    figure.slider("θ̇₁").press("ArrowRight")
    expect(numbers).to_have_text("1.60")
    handle = figure.handle("Joint 1")
    before = handle.get_attribute("aria-valuetext")
    page.mouse.move(*figure.centre("Joint 1"))
    page.mouse.down()
    page.mouse.move(700, 200, steps=6)
    page.mouse.up()
    expect(handle).not_to_have_attribute("aria-valuetext", before)
    figure.button("Undo").click()
    expect(handle).to_have_attribute("aria-valuetext", before)
    page.close()
    assert not complaints
