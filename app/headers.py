"""Headers of every reply: what a browser may do with a page of this site."""

# What is not named is forbidden.
POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",  # neither inline nor from text: the figures' documents are data
    # Bokeh styles its shadow roots from scripts, and a term of a formula carries its colour as an attribute.
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data:",  # Bokeh's style sheets hold their icons as data
    "font-src": "'self'",
    "connect-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
}
UNUSED = ("accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "magnetometer", "microphone",
          "midi", "payment", "usb")


def headers(frame_ancestors):
    """The headers, by name; `frame_ancestors` says which sites may show a page inside one of theirs."""
    policy = POLICY | {"frame-ancestors": frame_ancestors}
    return {
        "Content-Security-Policy": "; ".join(f"{name} {sources}" for name, sources in policy.items()),
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Permissions-Policy": ", ".join(f"{feature}=()" for feature in UNUSED),
        "Cross-Origin-Opener-Policy": "same-origin",
    }
