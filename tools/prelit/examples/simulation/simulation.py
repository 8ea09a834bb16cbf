"""Reaction and diffusion of two substances (Gray–Scott), drawn on a canvas."""

import numpy as np
from js import ImageData, Uint8ClampedArray, document, requestAnimationFrame
from pyodide.ffi import create_proxy, to_js

SIZE = 128
SPREAD_U, SPREAD_V = 0.16, 0.08
STEPS_A_FRAME = 8

# A dark blue where there is nothing of the second substance, then green, then a light yellow.
STOPS = np.array([[16, 48, 74], [31, 122, 110], [250, 238, 180]])
PALETTE = np.stack([np.interp(np.linspace(0, 2, 256), range(3), STOPS[:, part]) for part in range(3)], axis=1)


def neighbours(field):
    """The mean of the cells around each, minus the cell itself; the plate has no border."""
    sides = sum(np.roll(field, by, axis) for axis in (0, 1) for by in (-1, 1))
    corners = sum(np.roll(field, (down, right), (0, 1)) for down in (-1, 1) for right in (-1, 1))
    return 0.2 * sides + 0.05 * corners - field


class Plate:
    """The amounts of both substances in every cell."""

    def __init__(self):
        self.restart()

    def restart(self, seed=1):
        """Twenty small squares with some of the second substance, the same each time."""
        chance = np.random.default_rng(seed)
        self.u = np.ones((SIZE, SIZE))
        self.v = np.zeros((SIZE, SIZE))
        for row, column in chance.integers(8, SIZE - 8, size=(20, 2)):
            self.v[row - 4 : row + 4, column - 4 : column + 4] = 0.5
        self.steps = 0

    def step(self, feed, death):
        """One unit of time."""
        eaten = self.u * self.v**2
        self.u += SPREAD_U * neighbours(self.u) - eaten + feed * (1 - self.u)
        self.v += SPREAD_V * neighbours(self.v) + eaten - (feed + death) * self.v
        self.steps += 1

    def picture(self):
        """Red, green, blue and opacity of every cell, as bytes."""
        shade = np.clip(self.v / 0.4 * 255, 0, 255).astype(np.uint8)
        pixels = np.full((SIZE, SIZE, 4), 255, np.uint8)
        pixels[..., :3] = PALETTE[shade]
        return pixels


plate = Plate()
canvas = document.querySelector("#plate").getContext("2d")
feed, death, count, run = (document.querySelector(name) for name in ("#feed", "#death", "#count", "#run"))


def advance(steps):
    for _ in range(steps):
        plate.step(float(feed.value), float(death.value))
    pixels = Uint8ClampedArray.new(to_js(plate.picture().ravel()))
    canvas.putImageData(ImageData.new(pixels, SIZE, SIZE), 0, 0)
    count.textContent = f"{plate.steps} steps"


def frame(_time):
    if run.getAttribute("aria-pressed") == "true":
        advance(STEPS_A_FRAME)
    requestAnimationFrame(frame_proxy)


def on_run(_event):
    running = run.getAttribute("aria-pressed") == "true"
    run.setAttribute("aria-pressed", "false" if running else "true")


def on_step(_event):
    advance(STEPS_A_FRAME)


def on_restart(_event):
    plate.restart()
    advance(0)


def on_slide(event):
    slider = event.target
    document.querySelector(f"output[for={slider.id}]").textContent = f"{float(slider.value):.3f}"


frame_proxy = create_proxy(frame)
run.addEventListener("click", create_proxy(on_run))
document.querySelector("#step").addEventListener("click", create_proxy(on_step))
document.querySelector("#restart").addEventListener("click", create_proxy(on_restart))
for each in (feed, death):
    each.addEventListener("input", create_proxy(on_slide))
advance(0)
requestAnimationFrame(frame_proxy)
