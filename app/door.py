"""The way in: a connection is taken while the process may open files, and turned away in a word after that."""

import resource

from tornado.httpserver import HTTPServer

from app.limits import IDLE_SECONDS, LONGEST_MESSAGE, MOST_OPEN, SPARE

FULL = b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 5\r\nContent-Length: 0\r\n\r\n"


class Door(HTTPServer):
    """Tornado's server would try for ever to take a connection for which no file is left, with a line in the log
    for each try: whoever opens connections and says nothing would fill the disk."""

    most = MOST_OPEN

    def handle_stream(self, stream, address):
        # The system gives the lowest free number, so the number tells how many files are open.
        if stream.socket.fileno() < self.most - SPARE:
            super().handle_stream(stream, address)
        else:
            self.request_callback.settings["tally"].add("turned_away")
            stream.write(FULL)
            stream.close()


def door(site):
    """The server of a site, with as many open files as the system and our limits allow."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_OPEN if hard == resource.RLIM_INFINITY else min(hard, MOST_OPEN)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    server = Door(site, idle_connection_timeout=IDLE_SECONDS, body_timeout=IDLE_SECONDS,
                  max_body_size=LONGEST_MESSAGE)
    server.most = most
    return server
