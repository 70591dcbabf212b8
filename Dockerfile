# The same steps as `make serve`, in an image without a browser.
FROM python:3.12-slim

RUN useradd --create-home reader
WORKDIR /book
COPY requirements.lock ./
RUN python3 -m venv .venv \
 && .venv/bin/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements.lock
COPY dynamics dynamics
COPY figures figures
COPY content content
COPY app app

USER reader
ENV PYTHONUNBUFFERED=1 PORT=5006 ADDRESS=0.0.0.0
EXPOSE 5006
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD [".venv/bin/python", "-c", "import http.client as h, os; c = h.HTTPConnection(os.environ['ADDRESS'], int(os.environ['PORT']), timeout=2); c.request('GET', '/health'); exit(c.getresponse().status != 200)"]
CMD [".venv/bin/python", "-m", "app"]
