"""A real server on loopback, in a thread, and requests to it as they come off the wire."""

import http.client
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import uvicorn
from fastapi import FastAPI

from villain.cli.play import configuration


class Reply(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def words(self) -> str:
        return str(json.loads(self.body)["words"])


@contextmanager
def serving(app: FastAPI, proxy: str = "") -> Iterator[int]:
    """The port at which the application answers."""
    listening = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(configuration(app, proxy))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        yield listening.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(30)
        listening.close()


def ask(
    port: int,
    path: str,
    *,
    method: str = "GET",
    body: bytes | dict[str, Any] | None = None,
    source: str = "127.0.0.1",
    **headers: str,
) -> Reply:
    """One request from an address of this machine: all of 127.x.x.x are."""
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    if isinstance(body, dict):
        body, sent = json.dumps(body).encode(), {"Content-Type": "application/json", **sent}
    connection = http.client.HTTPConnection("127.0.0.1", port, 20, source_address=(source, 0))
    try:
        connection.putrequest(method if body is None else "POST", path, skip_host="Host" in sent)
        for name, value in sent.items():
            connection.putheader(name, value)
        if body is not None and "Content-Length" not in sent:
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body)
        answer = connection.getresponse()
        return Reply(
            answer.status,
            {name.lower(): value for name, value in answer.getheaders()},
            answer.read(),
        )
    finally:
        connection.close()
