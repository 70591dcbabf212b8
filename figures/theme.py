"""The palette: one colour for each quantity, in three themes, and nowhere else in the project.

Python names a colour by its role, `ink("euler")`; the page reads it from the custom property
`--euler`; a served plot is repainted from those properties when the theme changes.  Every colour
stands against its theme's paper with a contrast of at least 4.5, so a term of a formula may wear it.
"""

THEMES = ("light", "dark", "projector")

# role: light, dark, projector
PALETTE = {
    # the page
    "paper":        ("#fdfcf9", "#15171b", "#ffffff"),
    "surface":      ("#f4f2ec", "#1e2127", "#f3f3f3"),
    "ink":          ("#1d2127", "#e8e6e1", "#000000"),
    "muted":        ("#5c636e", "#a2a9b4", "#3f444b"),
    "rule":         ("#d9d5ca", "#363b44", "#9a9a9a"),
    "accent":       ("#1a5fb4", "#8ab8ff", "#003f8f"),
    "done":         ("#1b7340", "#7ad69b", "#005c26"),
    "warning":      ("#b3261e", "#ff9d94", "#960f08"),
    "shade":        ("#000000", "#000000", "#000000"),
    # the arm
    "link":         ("#c9cdd4", "#4a515c", "#b4b8bf"),
    "link-reached": ("#8b93a0", "#8d96a4", "#6d747f"),
    "joint-1":      ("#b43c09", "#ff9a6b", "#8f2c00"),
    "joint-2":      ("#0b6e66", "#5fd3c3", "#00524c"),
    "joint-3":      ("#4b45d6", "#aaa6ff", "#2a22b8"),
    # motion
    "inherited":    ("#636b77", "#a7afbb", "#454b54"),
    "euler":        ("#86379f", "#d59bee", "#65157f"),
    "centripetal":  ("#1862bd", "#7db8ff", "#00428f"),
    "acceleration": ("#955500", "#ffb648", "#734000"),
    "velocity":     ("#0b6f80", "#5ad1e2", "#005361"),
    "omega":        ("#2f6e1e", "#94d67f", "#1c5210"),
    "unit-acceleration": ("#86379f", "#d59bee", "#65157f"),
    # force
    "gravity":      ("#86379f", "#d59bee", "#65157f"),
    "mass-times-acceleration": ("#0b6f80", "#5ad1e2", "#005361"),
    "tip-force":    ("#955500", "#ffb648", "#734000"),
    "force":        ("#1d2127", "#e8e6e1", "#000000"),
    "moment":       ("#2f6e1e", "#94d67f", "#1c5210"),
    # the terms of the equation of motion
    "inertia":      ("#b01f3a", "#ff94a2", "#8a0a26"),
    "coriolis":     ("#86379f", "#d59bee", "#65157f"),
    "gravity-torque": ("#1862bd", "#7db8ff", "#00428f"),
    "torque":       ("#955500", "#ffb648", "#734000"),
    # the cost of an algorithm
    "rnea":         ("#955500", "#ffb648", "#734000"),
    "mass-matrix":  ("#0b6e66", "#5fd3c3", "#00524c"),
    "forward-dynamics": ("#1862bd", "#7db8ff", "#00428f"),
    "lagrange":     ("#b01f3a", "#ff94a2", "#8a0a26"),
    # energy
    "kinetic":      ("#b3261e", "#ff9d94", "#960f08"),
    "potential":    ("#1862bd", "#7db8ff", "#00428f"),
    "total":        ("#955500", "#ffb648", "#734000"),
    "other":        ("#0b6e66", "#5fd3c3", "#00524c"),
}


def ink(role, theme="light"):
    """The colour of a role as `#rrggbb`."""
    return PALETTE[role][THEMES.index(theme)]


def block(theme):
    """The palette of one theme as the declarations of a style rule."""
    scheme = "dark" if theme == "dark" else "light"
    return f"color-scheme:{scheme};" + "".join(f"--{role}:{ink(role, theme)};" for role in PALETTE)


def css():
    """The palette as a style sheet: the reader's system decides, `data-theme` overrules it, paper is light."""
    return "\n".join([
        f":root{{{block('light')}}}",
        f"@media (prefers-color-scheme:dark){{:root:not([data-theme]){{{block('dark')}}}}}",
        *(f":root[data-theme={theme}]{{{block(theme)}}}" for theme in THEMES),
        f"@media print{{:root,:root[data-theme]{{{block('light')}}}}}",
    ]) + "\n"
