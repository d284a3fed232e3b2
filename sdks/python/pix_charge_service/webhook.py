"""Verifies the signature of webhooks."""

from __future__ import annotations

import hashlib
import hmac
import json
import time
from typing import Any

TOLERANCE_S = 300


class WebhookSignatureError(Exception):
    """The signature is missing, wrong, or its time is too far from the current time. Answer the request with 400."""


def verify_webhook(secret: str, signature: str | None, raw_body: bytes, now: float | None = None) -> dict[str, Any]:
    """Returns the event of a webhook. Ignore an event whose `type` your code does not know.

    `secret` is the whole signing secret with its prefix `whsec_`. `signature` is the header `x-svc-signature`.
    `raw_body` is the body before JSON parsing. `now` replaces the current time, in seconds since 1970. Raises
    WebhookSignatureError.
    """
    pairs = [part.strip().partition("=")[::2] for part in (signature or "").split(",")]
    t = next((value for name, value in pairs if name == "t"), "")
    if not t.isdecimal() or abs((time.time() if now is None else now) - int(t)) > TOLERANCE_S:
        raise WebhookSignatureError("The header x-svc-signature has no time, or a time more than 300 s from now.")
    wanted = hmac.new(secret.encode(), t.encode() + b"." + raw_body, hashlib.sha256).hexdigest()
    if not any(name == "v1" and hmac.compare_digest(value.encode(), wanted.encode()) for name, value in pairs):
        raise WebhookSignatureError("No signature matches the body and the secret.")
    event: dict[str, Any] = json.loads(raw_body)
    return event
