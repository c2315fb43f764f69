"""Requests with a key, time limits and retries, on top of `http.client`."""

from __future__ import annotations

import http.client
import json
import random
import secrets
import socket
import ssl
import time
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any, Callable, Iterator, Mapping, Optional, Sequence, Tuple, Type, TypeVar, Union
from urllib.parse import quote, urlencode, urlsplit

from ._errors import APIConnectionError, APIError, APITimeoutError, FieldError

Result = TypeVar("Result")

_FIRST_WAIT = 0.5
_MAX_WAIT = 8.0
#: If the server asks for a longer wait, the error goes to the caller, who can read `retry_after`.
_MAX_RETRY_AFTER = 60.0
#: Errors before a connection was there, so that the server has not seen the request.
_NEVER_SENT: Tuple[Type[BaseException], ...] = (ConnectionRefusedError, socket.gaierror)
_CHUNK = 64 * 1024
#: Far above any real answer, so that a wrong server cannot fill the memory.
_MAX_BYTES = 64 * 1024 * 1024
_MAX_LINE = 16 * 1024 * 1024


@dataclass(frozen=True)
class Timeout:
    """Time limits in seconds."""

    #: For the connection, and then for the answer to begin, of each attempt.
    headers: float = 120.0
    #: For the whole call with its retries.
    total: float = 600.0
    #: Between two parts of an answer. The server sends one of a stream at least every 15 seconds.
    idle: float = 60.0


@dataclass(frozen=True)
class Call:
    """A request of the API."""

    method: str
    #: Below the base URL, encoded.
    path: str
    query: Optional[Mapping[str, Any]] = None
    #: Sent as JSON.
    json: Optional[object] = None
    #: Sent as it is, with its content type.
    form: Optional[Tuple[str, bytes]] = None
    #: Sends an `Idempotency-Key`, the same with all attempts.
    keyed: bool = False
    #: Must not run twice: it is repeated only if the server has certainly not begun with it.
    once: bool = False


@dataclass
class OpenAnswer:
    """An answer whose body has not been read."""

    response: http.client.HTTPResponse
    connection: http.client.HTTPConnection
    socket: socket.socket
    deadline: float
    idle: float

    @property
    def request_id(self) -> Optional[str]:
        return self.response.getheader("x-request-id")

    def close(self) -> None:
        """Closes the connection, which tells the server to stop."""
        self.response.close()
        self.connection.close()

    def text(self) -> str:
        body = bytearray()
        while True:
            part = self._read(lambda: self.response.read(_CHUNK))
            if not part:
                return body.decode("utf-8", "replace")
            body += part
            if len(body) > _MAX_BYTES:
                raise APIConnectionError("The answer is too large.")

    def events(self) -> Iterator[str]:
        """The data of each server-sent event. Names, ids and comments are ignored, as this API does not use them."""
        data: list[str] = []
        while True:
            line = self._read(lambda: self.response.readline(_MAX_LINE))
            if not line:
                return
            if not line.endswith(b"\n") and len(line) >= _MAX_LINE:
                raise APIConnectionError("An event of the answer is too long.")
            text = line.decode("utf-8", "replace").rstrip("\r\n")
            if text.startswith("data:"):
                data.append(text[6:] if text[5:6] == " " else text[5:])
            elif text == "" and data:
                yield "\n".join(data)
                data = []

    def _read(self, read: Callable[[], bytes]) -> bytes:
        # It closes itself, and its socket, with the last byte.
        if self.response.isclosed():
            return b""
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise APITimeoutError("The call took too long.")
        try:
            self.socket.settimeout(min(self.idle, left))
            return read()
        except socket.timeout as error:
            raise APITimeoutError("The next part of the answer took too long.") from error
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise APIConnectionError("The connection broke in the middle of the answer.") from error


class Transport:
    """Sends requests to one server."""

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        timeout: Union[Timeout, float],
        max_retries: int,
        ssl_context: Optional[ssl.SSLContext],
        agent: str,
    ) -> None:
        parts = urlsplit(base_url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"base_url must be an http or https address with /v1: {base_url}")
        self.origin = f"{parts.scheme}://{parts.netloc}"
        self._secure = parts.scheme == "https"
        self._host = parts.hostname
        self._port = parts.port
        self._root = parts.path.rstrip("/")
        self._headers = {"accept": "application/json", "x-api-key": api_key, "user-agent": agent}
        self._timeout = timeout if isinstance(timeout, Timeout) else Timeout(timeout, timeout, timeout)
        self._max_retries = max_retries
        self._ssl = ssl_context

    def json(self, call: Call) -> Any:
        """The JSON of an answer."""

        def read(answer: OpenAnswer) -> Any:
            try:
                text = answer.text()
            finally:
                answer.close()
            return self._checked(answer.response, text)

        return self._repeated(call, read)

    def stream(self, call: Call) -> OpenAnswer:
        """An answer of server-sent events, unread."""

        def read(answer: OpenAnswer) -> OpenAnswer:
            kind = answer.response.getheader("content-type") or ""
            if answer.response.status == 200 and kind.startswith("text/event-stream"):
                return answer
            try:
                text = answer.text()
            finally:
                answer.close()
            self._checked(answer.response, text)
            raise self._error(answer.response, "invalid_response", "The answer is not a stream. Is base_url right?")

        return self._repeated(call, read)

    def _repeated(self, call: Call, read: Callable[[OpenAnswer], Result]) -> Result:
        deadline = time.monotonic() + self._timeout.total
        key = secrets.token_hex(16) if call.keyed else None
        attempt = 0
        while True:
            try:
                return read(self._send(call, key, deadline))
            except (APIError, APIConnectionError) as error:
                wait = _wait_before(attempt, error)
                over = wait is None or time.monotonic() + wait >= deadline
                if over or attempt >= self._max_retries or not _may_repeat(error, call.once):
                    raise
            attempt += 1
            time.sleep(wait or 0)

    def _send(self, call: Call, key: Optional[str], deadline: float) -> OpenAnswer:
        left = deadline - time.monotonic()
        if left <= 0:
            raise APITimeoutError("The call took too long.")
        limit = min(self._timeout.headers, left)
        connection: http.client.HTTPConnection
        if self._secure:
            connection = http.client.HTTPSConnection(self._host, self._port, timeout=limit, context=self._ssl)
        else:
            connection = http.client.HTTPConnection(self._host, self._port, timeout=limit)
        headers = {**self._headers, "connection": "close"}
        if key is not None:
            headers["idempotency-key"] = key
        body: Optional[bytes] = None
        if call.form is not None:
            headers["content-type"], body = call.form
        elif call.json is not None:
            headers["content-type"] = "application/json"
            body = json.dumps(call.json, ensure_ascii=False).encode("utf-8", "replace")
        try:
            connection.request(call.method, self._root + call.path + _query(call.query), body, headers)
            connected = connection.sock
            return OpenAnswer(connection.getresponse(), connection, connected, deadline, self._timeout.idle)
        except socket.timeout as error:
            connection.close()
            raise APITimeoutError(f"No answer from {self.origin} in time.") from error
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            raise APIConnectionError(f"No answer from {self.origin}: {error}") from error

    def _checked(self, response: http.client.HTTPResponse, text: str) -> Any:
        if 300 <= response.status < 400:
            to = response.getheader("location")
            raise self._error(
                response,
                "redirected",
                f"The address redirects{f' to {to}' if to else ''}. Set base_url to the server's own.",
            )
        try:
            body = json.loads(text)
        except ValueError:
            body = None
        if response.status >= 400:
            raise self._error(response, "http_error", f"The server answered {response.status}, without saying why.", body)
        if body is None:
            raise self._error(response, "invalid_response", "The answer is not JSON. Is base_url right? It ends in /v1.")
        return body

    def _error(self, response: http.client.HTTPResponse, code: str, message: str, body: object = None) -> APIError:
        given: Mapping[str, Any] = body if isinstance(body, dict) else {}
        fields: Sequence[Any] = given["errors"] if isinstance(given.get("errors"), list) else ()
        code = given["code"] if isinstance(given.get("code"), str) else code
        message = given["detail"] if isinstance(given.get("detail"), str) else message
        if response.status == 404 and not self._root.endswith("/v1"):
            message += f" base_url has no /v1: did you mean {self.origin}{self._root}/v1?"
        return APIError(
            response.status,
            code,
            message,
            request_id=response.getheader("x-request-id"),
            errors=[FieldError(str(one.get("field")), str(one.get("message"))) for one in fields if isinstance(one, dict)],
            retry_after=_retry_after(response.getheader("retry-after")),
        )


def path(*parts: str) -> str:
    """The path of these parts, each of them encoded."""
    return "".join(f"/{quote(part, safe='')}" for part in parts)


def _query(query: Optional[Mapping[str, Any]]) -> str:
    given = {name: value for name, value in (query or {}).items() if value is not None}
    return f"?{urlencode(given)}" if given else ""


def _retry_after(value: Optional[str]) -> Optional[float]:
    """Seconds, from a header that has seconds or a date."""
    if not value:
        return None
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


def _may_repeat(error: Exception, once: bool) -> bool:
    if isinstance(error, APIError):
        return error.status == 429 or (error.status >= 500 and not once)
    return not once or isinstance(error.__cause__, _NEVER_SENT)


def _wait_before(attempt: int, error: Exception) -> Optional[float]:
    """Half a second, doubled each time, minus a quarter at random, but at least what the server asks for."""
    asked = (error.retry_after or 0.0) if isinstance(error, APIError) else 0.0
    if asked > _MAX_RETRY_AFTER:
        return None
    backoff: float = min(_FIRST_WAIT * 2**attempt, _MAX_WAIT) * (1 - random.random() / 4)
    return max(asked, backoff)
