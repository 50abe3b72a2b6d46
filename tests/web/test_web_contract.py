"""The whole OpenAPI document, tried with arguments that fit it and with some that do not: no fault, no answer of
another shape than it says.
"""

import schemathesis
from hosting import HARBOUR, TIDES, hosted, library
from hypothesis import HealthCheck, settings
