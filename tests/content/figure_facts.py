"""The figures that the chapters speak of, as the content loader sees them."""

from types import SimpleNamespace

FIGURES = {
    "forward-pass": SimpleNamespace(
        tasks=("walk-to-tip", "acceleration-without-acceleration"),
        terms=("omega", "inherited", "euler", "centripetal", "acceleration", "velocity")),
    "backward-pass": SimpleNamespace(
        tasks=("walk-to-base", "upright-at-rest", "push-away-tau-1"),
        terms=("force", "moment", "gravity", "mass-times-acceleration", "tip-force")),
}
