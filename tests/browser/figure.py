"""The page object of a figure: what a person does with it, by roles and accessible names."""

from playwright.sync_api import expect


class Figure:
    def __init__(self, page, name):
        self.page, self.name = page, name
        self.root = page.locator(f'live-figure[name="{name}"]')

    def wake(self):
        """Bring it into view and wait until it is alive."""
        self.root.scroll_into_view_if_needed()
        expect(self.root).to_have_attribute("data-status", "live")
        self.root.evaluate("figure => figure.ready.then(() => null)")

    # ---- what it says

    @property
    def state(self):
        return self.root.evaluate("figure => figure.state")

    @property
    def readouts(self):
        return self.root.evaluate("figure => figure.readouts")

    @property
    def tasks(self):
        return self.root.evaluate("figure => figure.tasks")

    def wait(self, condition, argument=None):
        """Wait until a JavaScript condition of the figure holds, `(figure, argument) => …`."""
        handle = self.root.element_handle()
        check = f"([figure, argument]) => ({condition})(figure, argument)"
        self.page.wait_for_function(check, arg=[handle, argument])

    def task(self, task):
        return self.page.locator(f'[data-figure="{self.name}"] [data-task="{task}"]')

    def expect_done(self, task):
        expect(self.task(task)).to_have_attribute("data-done", "true")

    # ---- its parts, by role and name

    def handle(self, name):
        return self.root.get_by_role("slider", name=name, exact=True)

    def slider(self, name):
        """A Panel slider, by the beginning of its name: "θ̇₁" is "θ̇₁, rate of joint 1"."""
        return self.root.get_by_role("slider", name=name)

    def button(self, name):
        return self.root.get_by_role("button", name=name, exact=True)

    def checkbox(self, name):
        return self.root.get_by_role("checkbox", name=name, exact=True)

    # ---- where things are on the screen

    def centre(self, name):
        box = self.handle(name).bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def pixels(self, x, y):
        """The place on the screen of a point of the picture, in metres."""
        box = self.root.locator(".handles").bounding_box()
        view = self.root.evaluate("figure => figure.shell.handles.view")
        (left, right), top = view["x"], view["y"][1]
        metre = box["width"] / (right - left)
        return box["x"] + (x - left) * metre, box["y"] + (top - y) * metre

    # ---- what a person does

    def drag(self, name, x, y, *, steps=8):
        """Drag a handle with the mouse to a point of the picture, in metres."""
        self.page.mouse.move(*self.centre(name))
        self.page.mouse.down()
        self.page.mouse.move(*self.pixels(x, y), steps=steps)
        self.page.mouse.up()
        self.settle()

    def touch_drag(self, name, x, y, *, steps=8):
        """The same with a finger: the browser's own touch input, not events made by a script."""
        session = self.page.context.new_cdp_session(self.page)
        start, end = self.centre(name), self.pixels(x, y)

        def touch(kind, point):
            points = [{"x": point[0], "y": point[1]}] if point else []
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        touch("touchStart", start)
        for k in range(1, steps + 1):
            touch("touchMove", [a + (b - a) * k / steps for a, b in zip(start, end, strict=True)])
        touch("touchEnd", None)
        self.settle()

    def settle(self):
        """Wait until nothing is in the air."""
        self.wait("figure => figure.shell.talk.idle")
