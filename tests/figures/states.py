"""Random states of a figure, for tests that show their seed."""

from figures.registry import FIGURES
from figures.state import Count, Real, Switch, Switches, Vector


def random_value(rng, parameter):
    low, high = getattr(parameter, "bounds", (0, 0))
    match parameter:
        case Switch():
            return rng.random() < 0.5
        case Switches():
            return [rng.random() < 0.5 for _ in parameter.default]
        case Count():
            return rng.randint(low, high)
        case Real():
            return rng.choice((low, high, rng.uniform(low, high)))
        case Vector():
            return [rng.choice((low, high, rng.uniform(low, high))) for _ in parameter.default]


def random_state(rng, slug):
    """Bounds as likely as what lies between them."""
    return {name: random_value(rng, p) for name, p in FIGURES[slug].parameters().items()}
