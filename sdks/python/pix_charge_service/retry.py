"""Repeats requests whose repetition has no further effect at the service."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import httpx

FIRST_WAIT_S = 0.5
WAIT_S_MAX = 30.0
RETRIED_STATUSES = {429, 500, 503}


class RetryingTransport(httpx.BaseTransport):
    """Repeats a request after a network error, 429, 500 and 503, with the same body and idempotency key.

    Before each repetition, it waits as long as `Retry-After` says or, without this header, longer each time. It repeats
    only GET and requests with an idempotency key.
    """

    def __init__(
        self,
        inner: httpx.BaseTransport | None = None,
        retries: int = 4,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.inner = inner or httpx.HTTPTransport()
        self.retries = retries
        self.sleep = sleep

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        if request.method != "GET" and "idempotency-key" not in request.headers:
            return self.inner.handle_request(request)
        request.read()
        for attempt in range(self.retries):
            try:
                response = self.inner.handle_request(request)
            except httpx.TransportError:
                self.sleep(backoff(attempt))
                continue
            if response.status_code not in RETRIED_STATUSES:
                return response
            response.read()
            if response.status_code == 503 and b'"account_not_enabled"' in response.content:
                return response
            self.sleep(retry_after(response) or backoff(attempt))
        return self.inner.handle_request(request)

    def close(self) -> None:
        self.inner.close()


def backoff(attempt: int) -> float:
    """Returns the seconds to wait after an attempt, with jitter."""
    return float(min(WAIT_S_MAX, FIRST_WAIT_S * 2**attempt) * random.uniform(0.5, 1))


def retry_after(response: httpx.Response) -> float | None:
    """Returns the seconds in the header `Retry-After`; None without a usable header."""
    value = response.headers.get("retry-after", "")
    return float(value) if value.isdecimal() else None
