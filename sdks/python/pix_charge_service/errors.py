"""Errors of the service. Your code should decide by `code` and `reason`, never by the message."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class InvalidField:
    """A field of a request that the service refused."""

    path: str
    code: str
    message: str


class NoResponseError(Exception):
    """The body of the response is not from the service."""


class PixError(Exception):
    """An error response of the service."""

    def __init__(
        self,
        status: int,
        code: str,
        reason: str | None,
        fields: list[InvalidField],
        correlation_id: str,
        message: str,
    ) -> None:
        super().__init__(f"{code}{f' ({reason})' if reason else ''}: {message}")
        self.status = status
        self.code = code
        self.reason = reason
        self.fields = fields
        self.correlation_id = correlation_id


class ValidationError(PixError):
    """422: the request has invalid or unknown fields."""


class UnauthorizedError(PixError):
    """401: the API key is missing, invalid, revoked or expired."""


class ForbiddenError(PixError):
    """403: the API key may not make this call, for example because it lacks a scope."""


class NotFoundError(PixError):
    """404: the account has no such resource."""


class ConflictError(PixError):
    """409: the state of the resource forbids the operation."""


class IdempotencyConflictError(PixError):
    """409: the idempotency key was already used with another body."""


class RateLimitedError(PixError):
    """429: there were too many calls. The client has already repeated the request, if it may repeat it."""


class UnavailableError(PixError):
    """500 or 503: the service failed. The client has already repeated the request, if it may repeat it."""


CLASSES: dict[str, type[PixError]] = {
    "validation_error": ValidationError,
    "unauthorized": UnauthorizedError,
    "forbidden": ForbiddenError,
    "not_found": NotFoundError,
    "conflict": ConflictError,
    "idempotency_conflict": IdempotencyConflictError,
    "rate_limited": RateLimitedError,
    "internal_error": UnavailableError,
    "provider_unavailable": UnavailableError,
    "service_unavailable": UnavailableError,
}
