"""The figure socket: what one reader may ask, and what happens to one who asks for more."""

import asyncio
import json
import math
import re
import socket

import pytest
from tornado.httpclient import AsyncHTTPClient, HTTPClientError, HTTPRequest
from tornado.websocket import websocket_connect

from app import socket as live_socket
from app.limits import BURST, FRAMES, LONGEST_MESSAGE, MOST_WAITING, RATE, Bucket
from app.socket import LiveHandler
from figures.browser import source
from tests.app.serving import GOOD, drag, hanging_up, serving, until, with_socket
from tests.app.test_live import NONSENSE

HANDSHAKE = (b"GET /live HTTP/1.1\r\nHost: book\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
             b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n")
PING_FRAME = b"\x89\x80" + bytes(4)
PING, TORNADO_FAREWELL = 0.3, 5  # s


def test_the_socket_survives_nonsense():
    """Catches a socket that closes on a bad message: the next good one must be answered."""

    async def talk(socket, _):
        for text in NONSENSE:
            await socket.write_message(text)
            assert "error" in json.loads(await socket.read_message())
        await socket.write_message(b"\xff\xfe", binary=True)
        assert "error" in json.loads(await socket.read_message())
        await socket.write_message(json.dumps(GOOD))
        return json.loads(await socket.read_message())

    assert with_socket(talk)["seq"] == 7


def test_a_message_over_the_limit_is_closed_with_a_reason():
    """Catches a reader who can fill the memory: 64 kB and not one byte more."""

    async def talk(socket, _):
        await socket.write_message(" " * (LONGEST_MESSAGE - len(json.dumps(GOOD))) + json.dumps(GOOD))
        assert json.loads(await socket.read_message())["seq"] == 7
        await socket.write_message("x" * (LONGEST_MESSAGE + 1))
        assert await socket.read_message() is None
        return socket.close_code, socket.close_reason

    assert with_socket(talk) == (1009, "message too big")


def test_the_browser_knows_how_long_a_message_may_be():
    """Catches a limit that is changed on one side: what the browser sends would cost it the line."""
    limit = re.search(r"const LONGEST = ([\d *]+);", source("socket.js"))[1]
    assert math.prod(map(int, limit.split("*"))) == LONGEST_MESSAGE


def test_a_bucket_gives_a_burst_and_then_its_rate():
    """Catches a limit that forgets what is owed, or saves more than a burst."""
    now = 0.0
    bucket = Bucket(10, 3, clock=lambda: now)
    assert [bucket.take(1) for _ in range(5)] == pytest.approx([0, 0, 0, 0.1, 0.2])
    now = 100.0
    assert [bucket.take(1) for _ in range(4)] == pytest.approx([0, 0, 0, 0.1])
    assert bucket.take(20) == pytest.approx(2.1)


def test_a_reader_who_drags_in_two_figures_is_never_held_back():
    """Catches limits that meet an honest reader: 60 moves a second in each of two figures, for a minute."""
    now = 0.0
    bucket = Bucket(RATE, BURST, clock=lambda: now)
    for _ in range(60 * 60 * 2):
        now += 1 / 120
        assert bucket.take(1) == 0


def test_who_asks_without_waiting_for_answers_is_closed_with_a_reason():
    """Catches a queue that grows as long as a hostile reader likes."""

    async def talk(socket, site):
        for seq in range(10 * MOST_WAITING):
            socket.write_message(json.dumps(GOOD | {"seq": seq}))
        while await socket.read_message() is not None:
            pass
        return socket.close_code, socket.close_reason, site.settings["tally"].sum("closed")

    code, reason, closed = with_socket(talk)
    assert (code, closed) == (1008, 1)
    assert reason == "too much waits for an answer"


@pytest.mark.parametrize("opcode", [0x89, 0x8A, 0x00], ids=["pings", "pongs", "pieces of no message"])
def test_who_floods_with_frames_that_are_no_messages_is_closed_with_a_reason(opcode):
    """Catches frames that nobody counts: they take the processor from all others."""

    async def talk(socket, site):
        frames = bytes([opcode, 0x80]) + bytes(4)
        if not opcode:
            await socket.protocol.stream.write(b"\x01\x80" + bytes(4))  # the start of a message
        await socket.protocol.stream.write(frames * (2 * FRAMES * BURST))
        while await socket.read_message() is not None:
            pass
        return socket.close_code, socket.close_reason

    assert with_socket(talk) == (1008, f"more than {FRAMES * RATE} frames a second")


def test_a_flood_of_frames_leaves_the_others_their_turn(monkeypatch):
    """Catches a thousand pings that have arrived at once and are all read before anybody else is heard."""
    heard = []
    monkeypatch.setattr(LiveHandler, "on_ping", lambda *_: heard.append(1))

    async def talk(port, _):
        greedy, modest = [await websocket_connect(f"ws://127.0.0.1:{port}/live") for _ in range(2)]
        ends = [hanging_up(greedy), hanging_up(modest)]
        await greedy.protocol.stream.write(PING_FRAME * (FRAMES * BURST - 10))
        await until(lambda: heard, 2)
        before = len(heard)
        await modest.write_message(json.dumps(GOOD))
        await modest.read_message()
        after = len(heard)
        for end in ends:
            end()
        return after - before

    assert serving(talk) < 100


def test_a_flood_after_the_end_does_not_fill_the_loop(monkeypatch):
    """Catches a hostile reader who is closed, goes on sending, and is read as fast as before."""
    heard = []
    monkeypatch.setattr(LiveHandler, "on_ping", lambda *_: heard.append(1))

    async def talk(socket, _):
        await socket.protocol.stream.write(PING_FRAME * (4 * FRAMES * BURST))
        while await socket.read_message() is not None:
            pass
        before = len(heard)
        await asyncio.sleep(0.3)
        return len(heard) - before

    assert with_socket(talk) <= 0.3 / live_socket.UNHEARD + 1


def test_a_few_long_messages_weigh_as_much_as_many_short_ones():
    """Catches memory that one reader can fill: a parsed list of objects takes twenty times its text."""

    async def talk(socket, site):
        text = json.dumps([{}] * 16_000)
        for _ in range(20):
            socket.write_message(text)
        while await socket.read_message() is not None:
            pass
        return socket.close_code, socket.close_reason

    assert with_socket(talk) == (1008, "too much waits for an answer")


def test_of_the_drags_that_wait_only_the_newest_gets_a_frame():
    """Catches old frames sent over a slow line, a request without its answer, and a lost last state."""

    async def talk(socket, site):
        sent = [socket.write_message(drag(seq, to=[0.1 * seq, 0.5])) for seq in range(20)]
        sent.append(socket.write_message(drag(20, handle="joint-2")))
        await asyncio.gather(*sent)
        return [json.loads(await socket.read_message()) for _ in sent], site.settings["tally"].sum("skipped")

    replies, skipped = with_socket(talk)
    assert [reply["seq"] for reply in replies] == list(range(21))
    frames = [reply["seq"] for reply in replies if "layers" in reply]
    assert frames[-2:] == [19, 20]
    assert len(frames) == 21 - skipped <= 4


def test_readers_take_turns():
    """Catches a reader whose long queue is emptied before another's only request is heard."""

    async def talk(port, site):
        greedy, modest = [await websocket_connect(f"ws://127.0.0.1:{port}/live") for _ in range(2)]
        ends = [hanging_up(greedy), hanging_up(modest)]
        asked = MOST_WAITING // 2
        for seq in range(asked):
            greedy.write_message(json.dumps(GOOD | {"seq": seq}))
        await greedy.read_message()
        before = answered(site)
        modest.write_message(json.dumps(GOOD))
        await modest.read_message()
        after = answered(site)
        for end in ends:
            end()
        assert after < asked, "the greedy one must still wait for something"
        return after - before

    def answered(site):
        return site.settings["tally"].sum("frame")

    assert serving(talk) <= 5  # the request comes in, waits its turn, goes out


def test_who_takes_no_replies_is_closed(monkeypatch):
    """Catches replies that pile up for a reader who never reads: at most one waits in this process."""
    monkeypatch.setattr(live_socket, "TAKEN_WITHIN", 0.3)

    async def talk(port, site):
        with socket.socket() as line:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            line.connect(("127.0.0.1", port))
            line.sendall(HANDSHAKE)
            await until(lambda: site.settings["readers"], 2)
            reader = next(iter(site.settings["readers"]))
            reader.stream_buffer = reader.ws_connection.stream
            stream = reader.ws_connection.stream
            stream.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
            text = json.dumps(GOOD).encode()
            frame = bytes([0x81, 0xFE]) + len(text).to_bytes(2, "big") + bytes(4) + text
            line.sendall(frame * 20)
            await until(lambda: reader.closing, 5)
            assert len(stream._write_buffer) < 20_000  # one reply and the words of goodbye
            return site.settings["tally"].sum("closed")

    assert serving(talk) == 1


def test_a_half_open_reader_is_gone_after_two_pings():
    """Catches sockets of closed laptops that stay for ever: no answer to a ping, no close, nothing."""

    async def talk(port, site):
        with socket.create_connection(("127.0.0.1", port)) as line:
            line.sendall(HANDSHAKE)
            await until(lambda: site.settings["readers"], 2)
            return await until(lambda: not site.settings["readers"], 20)

    # The site's own period is longer than the farewell, so three periods hold both.
    assert serving(talk, websocket_ping_interval=PING) < 2 * PING + TORNADO_FAREWELL + 1


def test_a_retiring_server_answers_and_says_goodbye():
    """Catches a request that is lost without a word, and a reader who is not told to go elsewhere."""

    async def talk(socket, site):
        reader, = site.settings["readers"]
        for seq in range(5):
            reader.on_message(json.dumps(GOOD | {"seq": seq}))
        await reader.retire()
        replies = [json.loads(await socket.read_message())["seq"] for _ in range(5)]
        assert await socket.read_message() is None
        return replies, socket.close_code, socket.close_reason

    assert with_socket(talk) == ([0, 1, 2, 3, 4], 1012, "service restart")


@pytest.mark.parametrize(("headers", "code"), [
    ({}, 101),                                                                            # not a browser
    ({"Origin": "http://book.example", "Host": "book.example"}, 101),
    ({"Origin": "https://book.example", "Host": "inside:5006", "X-Forwarded-Host": "book.example"}, 101),
    ({"Origin": "https://book.example", "Host": "inside:5006", "Sec-Fetch-Site": "same-origin"}, 101),
    ({"Origin": "https://book.example", "Host": "inside", "X-Forwarded-Host": "Book.Example:443, inner"}, 101),
    ({"Origin": "https://book.example", "Host": "inside", "X-Forwarded-Host": "inner, book.example"}, 403),
    ({"Origin": "http://", "Host": "inside", "X-Forwarded-Host": ""}, 403),
    ({"Origin": "https://elsewhere.example", "Host": "book.example"}, 403),
    ({"Origin": "https://elsewhere.example", "Host": "inside:5006", "X-Forwarded-Host": "book.example"}, 403),
    ({"Origin": "https://book.example", "Host": "book.example", "Sec-Fetch-Site": "cross-site"}, 403),
    ({"Origin": "null", "Host": "book.example"}, 403),
    ({"Origin": "http://[", "Host": "book.example"}, 400),
], ids=str)
def test_only_the_books_own_pages_may_use_the_socket(headers, code):
    """Catches a socket that answers any page of the web, one that a proxy breaks, and a 500 for nonsense."""

    async def talk(port, _):
        upgrade = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Key": "x" * 22 + "==",
                   "Sec-WebSocket-Version": "13"}
        address = f"127.0.0.1:{port}/live"
        try:
            if code == 101:
                hanging_up(await websocket_connect(HTTPRequest(f"ws://{address}", headers=headers)))()
                return 101
            return (await AsyncHTTPClient().fetch(f"http://{address}", headers=upgrade | headers)).code
        except HTTPClientError as refused:
            return refused.code

    assert serving(talk) == code
