"""Client of the Pix Charge Service. The operations are in `pix_charge_service_api_client.api`."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol, TypeVar

import httpx
from pix_charge_service_api_client import AuthenticatedClient
from pix_charge_service_api_client.models import ErrorResponse
from pix_charge_service_api_client.types import UNSET, Response, Unset

from .errors import CLASSES, InvalidField, NoResponseError, PixError
from .retry import RetryingTransport
from .webhook import WebhookSignatureError, verify_webhook

__all__ = [
    "NoResponseError",
    "PixError",
    "RetryingTransport",
    "WebhookSignatureError",
    "call",
    "connect",
    "new_idempotency_key",
    "pages",
    "verify_webhook",
]

Data = TypeVar("Data")
Item = TypeVar("Item", covariant=True)


class Page(Protocol[Item]):
    """One page of a list with a cursor."""

    @property
    def items(self) -> Sequence[Item]: ...

    @property
    def next_cursor(self) -> str | None: ...


def connect(base_url: str, api_key: str, transport: httpx.BaseTransport | None = None) -> AuthenticatedClient:
    """Returns a client of the service. The client repeats failed requests as `RetryingTransport` describes."""
    return AuthenticatedClient(
        base_url=base_url, token=api_key, httpx_args={"transport": transport or RetryingTransport()}
    )


def call(response: Response[Data | ErrorResponse]) -> Data:
    """Returns the data of an operation, for example `call(get_charge.sync_detailed(id, client=client))`.

    Raises PixError for an error response, and NoResponseError for a response whose body is not from the service.
    """
    parsed = response.parsed
    if isinstance(parsed, ErrorResponse):
        raise error_of(int(response.status_code), parsed)
    if parsed is None:
        raise NoResponseError(f"HTTP {int(response.status_code)} with a body that is not from the service.")
    return parsed


def error_of(status: int, response: ErrorResponse) -> PixError:
    """Returns the error for an error response. The error code decides the class of the error."""
    error = response.error
    reason = error.details.reason
    fields = error.details.fields
    return CLASSES.get(error.code, PixError)(
        status,
        error.code,
        None if isinstance(reason, Unset) else reason,
        [] if isinstance(fields, Unset) else [InvalidField(one.path, one.code, one.message) for one in fields],
        error.correlation_id,
        error.message,
    )


def pages(read: Callable[[str | Unset], Page[Item]]) -> Iterator[Item]:
    """Yields every item of a list, and reads a page only when the caller needs its items. For example:

    `pages(lambda cursor: call(list_charges.sync_detailed(client=client, limit=200, cursor=cursor)))`
    """
    cursor: str | Unset = UNSET
    while True:
        page = read(cursor)
        yield from page.items
        if page.next_cursor is None:
            return
        cursor = page.next_cursor


def new_idempotency_key() -> str:
    """Returns a new idempotency key. Store the key before the call, and use it for every repetition."""
    return str(uuid.uuid4())
