"""``villain play``: the table in the browser."""

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from villain.cli.options import HostOption, KnowOption, StoreOption
from villain.cli.output import console, examples

if TYPE_CHECKING:
    import uvicorn
    from fastapi import FastAPI

EXAMPLES = examples(
    "villain play",
    "villain play --port 8765 --no-browser",
    "villain play --model my_model.py:MyModel --agent my_agent.py:MyAgent",
    "villain play --know ~/poker",
    "villain play --host 0.0.0.0 --token our-long-secret",
)

FAREWELL = 3
"""Seconds that requests have to end in when the server stops; then they are called off."""


def command(
    port: Annotated[int, typer.Option(help="The port to listen on; 0: any free one.")] = 8421,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Only print the address.")
    ] = False,
    host: HostOption = "127.0.0.1",
    token: Annotated[
        str,
        typer.Option(
            help="The token that others must know. (default: a random one, if others can connect)"
        ),
    ] = "",
    seconds: Annotated[
        float, typer.Option(help="How long a page's question to the hand store may take.")
    ] = 10.0,
    proxy: Annotated[
        str,
        typer.Option(help="The address of a trusted proxy, whose X-Forwarded-For is believed."),
    ] = "",
    model: Annotated[
        list[str] | None,
        typer.Option("--model", help="Offer a model of your own, file.py:Class; may be repeated."),
    ] = None,
    agent: Annotated[
        list[str] | None,
        typer.Option("--agent", help="Offer an agent of your own, file.py:Class; may be repeated."),
    ] = None,
    clones: Annotated[
        bool | None,
        typer.Option(
            "--clones/--no-clones",
            help="Let players of the store be cloned. (default: only if nobody else can connect)",
        ),
    ] = None,
    know: KnowOption = None,
    store: StoreOption = None,
    folder: Annotated[
        Path | None,
        typer.Option(
            help="Where tables are kept, with pickled agents: opening somebody else's can run "
            "whatever they put in. (default: beside the hands)"
        ),
    ] = None,
) -> None:
    """Play against the agents in the browser, and see what they think of you."""
    import secrets
    import socket
    import webbrowser

    import uvicorn

    from villain.agents.registry import AGENTS, make_agent
    from villain.errors import VillainError
    from villain.hands.store.hand_store import HandStore, default_folder
    from villain.models.registry import make_model, offer_model
    from villain.web.guard import check_token
    from villain.web.lobby import warm_up_table
    from villain.web.server import make_app

    if not 0 <= port <= 65535:
        raise VillainError(f"port {port}; it should be 0 to 65535")
    if not seconds > 0:
        raise VillainError(f"--seconds must be positive, not {seconds:g}")
    if token:
        check_token(token)
    for spec in model or []:
        make_model(offer_model(spec))
    for spec in agent or []:
        make_agent(AGENTS.offer(spec))
    if know is not None:
        HandStore(know)  # there must be one
    alone = host in ("127.0.0.1", "localhost", "::1")
    token = token or ("" if alone else secrets.token_urlsafe(12))
    try:
        listening = socket.create_server((host, port), family=_family(host))
    except OSError as error:
        why = str(error.strerror).partition(" (while")[0]  # Python repeats the address
        raise VillainError(
            f"{host}:{port} is not free ({why}); say another --port, or 0 for any"
        ) from None
    warm_up_table()
    app = make_app(
        folder or (store or default_folder()).parent / "tables",
        store,
        token,
        seconds=seconds,
        know=know,
        clones=(not token and not proxy) if clones is None else clones,
    )
    shown = host if ":" not in host else f"[{host}]"
    address = f"http://{shown}:{listening.getsockname()[1]}/" + (f"?token={token}" if token else "")
    console().print(f"the table is at {address}  (Ctrl-C to leave)", soft_wrap=True, markup=False)
    if not no_browser and "PYTEST_CURRENT_TEST" not in os.environ:
        webbrowser.open(address)
    config = configuration(app, proxy)
    with suppress(KeyboardInterrupt):  # that is how one leaves
        uvicorn.Server(config).run(sockets=[listening])


def configuration(app: "FastAPI", proxy: str = "") -> "uvicorn.Config":
    """The server's settings; only a named proxy is believed about whom requests come from."""
    import uvicorn

    return uvicorn.Config(
        app,
        log_level="warning",
        ws_max_size=64 * 1024,
        proxy_headers=bool(proxy),
        forwarded_allow_ips=proxy,
        timeout_graceful_shutdown=FAREWELL,
    )


def _family(host: str) -> int:
    import socket

    return socket.AF_INET6 if ":" in host else socket.AF_INET
