"""The site.

Its matrices are small: threads of the linear algebra would only take turns on the processors that the
other workers need.  This must be said before numpy is imported for the first time.
"""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
