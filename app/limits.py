"""What one reader may ask of a server that others share.

A reader who drags at 60 moves a second in two figures at once stays within all of this.  Who asks faster is
answered later; who does not wait for answers, or does not take them, is closed with a reason.
"""

import time

LONGEST_MESSAGE = 64 * 1024  # bytes; Tornado closes a longer one with 1009, "message too big"
RATE = 120                   # requests a second, over long
BURST = 240                  # requests at once, after a rest
WEIGHT = 2048                # letters of a message that cost as much as a request
MOST_WAITING = 96            # weighed requests that wait for an answer: a page sends at most 4 a figure
FRAMES = 4                   # frames of the protocol for each request: pings, and pieces of a message
TAKEN_WITHIN = 10            # seconds in which a reply must leave: a browser asks again after as many
LEAVES_WITHIN = 300          # seconds in which a page or file must leave: packed, 2 kB a second are enough
PING_SECONDS = 20            # between pings; one that is not answered before the next ends the connection
IDLE_SECONDS = 60            # in which a connection must send a whole request
MOST_OPEN = 10_240           # files that a process opens, nearly all of them connections, if the system lets it
SPARE = 32                   # of them, for the process itself and those who are turned away

POLICY, RESTART = 1008, 1012  # close codes of RFC 6455 and its registry


class Bucket:
    """Tokens that come at `rate` a second, up to `burst`; they may be owed, and then one waits."""

    def __init__(self, rate, burst, clock=time.monotonic):
        self.rate, self.burst, self.clock = rate, burst, clock
        self.tokens, self.then = burst, clock()

    def take(self, cost):
        """Take `cost` tokens; the result is how many seconds to wait until none is owed."""
        now = self.clock()
        self.tokens = min(self.burst, self.tokens + (now - self.then) * self.rate) - cost
        self.then = now
        return max(0.0, -self.tokens / self.rate)
