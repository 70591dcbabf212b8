"""What the book must reach, measured beside its peers in one run on one machine: `python -m tests.bench`."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # two threads on two cores measure the scheduler
