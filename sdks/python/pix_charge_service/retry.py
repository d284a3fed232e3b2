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

    Before each repetition, it waits as long as `Retry-After` says. Without this header, each wait is about twice as
    long as the previous wait. It repeats only GET and requests with an idempotency key. It does not repeat a request
    that got the reason `account_not_enabled`.
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
    """Returns the seconds to wait after the attempt with this index, with jitter. The first attempt has the index 0."""
    return float(min(WAIT_S_MAX, FIRST_WAIT_S * 2**attempt) * random.uniform(0.5, 1))


def retry_after(response: httpx.Response) -> float | None:
    """Returns the seconds in the header `Retry-After`; None if the header is absent or is no whole number."""
    value = response.headers.get("retry-after", "")
    return float(value) if value.isdecimal() else None
