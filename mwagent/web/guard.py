"""Who may use the server: Host, Origin and token are checked, and every answer is fenced in.

Starlette's TrustedHostMiddleware refuses [::1] and cannot let in any numeric address.
"""

from __future__ import annotations

import hmac
import ipaddress
import socket
from collections.abc import Iterable
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import URL, Headers, MutableHeaders, QueryParams
from starlette.requests import cookie_parser
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

COOKIE: Final = "mwagent-token"
"""The cookie that keeps the token once a browser has opened the address with it."""
HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
        "img-src 'self' blob: data:; connect-src 'self'; worker-src 'self'; "
        "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
    ),
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""Headers of every answer; it also says "Cache-Control: no-store" unless it says something else."""


PAGE_HEADERS: Final = {"Cross-Origin-Opener-Policy": "same-origin-allow-popups"}
"""Headers of pages besides; they mean nothing for what a page loads."""
HANDING_OVER: Final = "/take.html"
"""The page that hands games to the page of another address, which has opened it."""


class Guard:
    """Lets through what comes from this server's own page, or by the right token.

    `hosts` are the names by which the server may be called; a page of another site that has made
    its own name lead here (DNS rebinding) is turned away by them. With `token`, a request needs it
    as `Authorization: Bearer TOKEN`, as a cookie, or once as `?token=TOKEN`, which sets the cookie.
    With `home`, pages asked for at localhost are to be asked for there: a browser keeps the games
    of each name apart.
    """

    def __init__(
        self,
        app: ASGIApp,
        hosts: Iterable[str],
        token: str | None = None,
        home: str | None = None,
    ):
        self._app = app
        self._home = home
        self._hosts = frozenset(host.lower() for host in hosts)
        self._token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or pass it on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def fenced(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                headers.setdefault("Cache-Control", "no-store")
                is_page = headers.get("content-type", "").startswith("text/html")
                if is_page and scope["path"] != HANDING_OVER:
                    headers.update(PAGE_HEADERS)
            await send(message)

        app = self._refusal(scope) or self._app
        await app(scope, receive, fenced)

    def _refusal(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._is_ours(host):
            return refused(
                421, f"this server is not called {host[:80]!r}; use the address it printed"
            )
        origin = headers.get("origin")
        if origin is not None and origin.lower() not in _origins(host.lower()):
            return refused(403, "requests from other sites' pages are not answered")
        url = URL(scope=scope)
        if self._home and url.hostname == "localhost" and url.path.endswith(("/", "/index.html")):
            moved = url.include_query_params(**{"from": host}).replace(hostname=self._home)
            return RedirectResponse(moved, 307)
        return None if self._token is None else self._without_token(scope, headers)

    def _is_ours(self, host: str) -> bool:
        try:
            name = (urlsplit(f"//{host}").hostname or "").lower()
        except ValueError:
            return False
        return name in self._hosts or ("*" in self._hosts and _is_address(name))

    def _without_token(self, scope: Scope, headers: Headers) -> Response | None:
        """What is answered to a request that does not carry the token."""
        scheme, _, bearer = headers.get("authorization", "").partition(" ")
        cookie = cookie_parser(headers.get("cookie", "")).get(COOKIE, "")
        if (scheme.lower() == "bearer" and self._opens(bearer.strip())) or self._opens(cookie):
            return None
        if not self._opens(QueryParams(scope["query_string"]).get("token", "")):
            return refused(
                401,
                "this server needs its token: open the address that it printed when it was started",
                {"WWW-Authenticate": "Bearer"},
            )
        # The token leaves the address, so that it is neither bookmarked nor shown.
        clean = URL(scope=scope).remove_query_params("token")
        query = f"?{clean.query}" if clean.query else ""
        answer = RedirectResponse(f"/{clean.path.lstrip('/')}{query}", 303)
        answer.set_cookie(COOKIE, self._token or "", httponly=True, samesite="strict")
        return answer

    def _opens(self, given: str) -> bool:
        return hmac.compare_digest(given.encode(), (self._token or "").encode())


def refused(status: int, sentence: str, headers: dict[str, str] | None = None) -> JSONResponse:
    """An answer that says in one sentence why a request was not met."""
    return JSONResponse({"error": sentence}, status, headers)


def own_names(host: str) -> set[str]:
    """The names by which a server that listens on `host` may be called.

    For all addresses of the machine ("0.0.0.0", "::") these are its names, and "*" for any numeric
    address.
    """
    if is_loopback(host):
        return {"localhost", "127.0.0.1", "::1", host}
    if host in ("", "0.0.0.0", "::"):
        return {"localhost", "*", socket.gethostname().lower(), socket.getfqdn().lower()}
    return {host}


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches what listens on `host`."""
    if host.lower() == "localhost":
        return True
    return _is_address(host) and ipaddress.ip_address(host).is_loopback


def _origins(host: str) -> set[str]:
    """Origins of the pages of a server that is called `host`; a proxy before it may speak TLS."""
    return {f"http://{host}", f"https://{host}"}


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
