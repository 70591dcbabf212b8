"""A client that means no good, in a process of its own: `python -m tests.soak.attacker port name seconds`.

It sends as fast as the line takes it; when it is closed, it comes again.  At the end it prints the close codes
and how many bytes it got rid of.
"""

import asyncio
import contextlib
import json
import os
import sys

from tornado.websocket import websocket_connect

TEXT, PING, START, MORE = b"\x81", b"\x89", b"\x01", b"\x00"  # the first byte of a frame (RFC 6455, section 5.2)
UNMASKED = bytes(4)  # a mask that changes nothing
LONGEST = 64_000     # bytes of a message
CHUNK = 64_000       # bytes at once


def frame(kind, text=""):
    """A client's frame as the line has it."""
    data = text.encode()
    size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
    return kind + size + UNMASKED + data


def drag_of(handle):
    return json.dumps({"figure": "forward-pass", "seq": 1, "action": "drag",
                       "args": {"handle": handle, "to": [0, 1]}})


# What opens the attack, what is sent again and again, and at most how often in one connection.
ATTACKS = {
    "short words": (b"", frame(TEXT, 300 * "x"), 10_000),
    "long words": (b"", frame(TEXT, LONGEST * "x"), 10_000),
    "lists": (b"", frame(TEXT, "[" + ",".join(["{}"] * (LONGEST // 3)) + "]"), 60),  # costly to keep
    "handles": (b"", frame(TEXT, drag_of([0] * 20_000)), 10_000),                    # costly to compare
    "pings": (b"", frame(PING), 10**9),
    "continuations": (frame(START), frame(MORE), 10**9),
}


async def send(stream, opening, piece, most, sent):
    """Write, and wait only when the line is full."""
    await stream.write(opening)
    at_once = max(1, CHUNK // len(piece))
    while most > 0:
        chunk = piece * min(most, at_once)
        await stream.write(chunk)
        sent.append(len(chunk))
        most -= at_once
        await asyncio.sleep(0.001)  # replies come in


async def attack(port, name, codes, sent):
    while True:
        with contextlib.suppress(Exception):  # whatever the site does, the next attack follows
            socket = await websocket_connect(f"ws://127.0.0.1:{port}/live")
            stream = socket.protocol.stream
            sending = asyncio.create_task(send(stream, *ATTACKS[name], sent))
            while await socket.read_message() is not None:
                pass
            codes.append(socket.close_code)
            sending.cancel()
            stream.close()
        await asyncio.sleep(0.1)


async def main(port, name, seconds):
    codes, sent = [], []
    attacking = asyncio.create_task(attack(port, name, codes, sent))
    await asyncio.wait({attacking}, timeout=float(seconds))
    print(json.dumps([codes, sum(sent)]), flush=True)
    os._exit(0)  # in the middle of whatever it sends


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
