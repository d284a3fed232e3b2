"""Checks the Python SDK against a started service: python check.py BASE_URL API_KEY SIMULATOR_URL."""

from __future__ import annotations

import sys
import time
import uuid

import httpx
from pix_charge_service import (
    RetryingTransport,
    WebhookSignatureError,
    call,
    connect,
    new_idempotency_key,
    pages,
    verify_webhook,
)
from pix_charge_service.errors import ConflictError, RateLimitedError, ValidationError
from pix_charge_service_api_client.api.charges import create_charge, get_charge, list_charges
from pix_charge_service_api_client.api.refunds import create_refund
from pix_charge_service_api_client.models import (
    Charge,
    ChargeStatus,
    CreateChargeBody,
    CreateChargeBodyPayer,
    CreateRefundBody,
)

WAIT_S = 30
base_url, api_key, simulator_url = sys.argv[1:]
client = connect(base_url, api_key)


def a_body(order_reference: str, cents: int = 15000) -> CreateChargeBody:
    payer = CreateChargeBodyPayer(
        name="Maria José da Silva", document="12345678909", email="maria@exemplo.com.br", phone="+5511987654321"
    )
    return CreateChargeBody(order_reference=order_reference, amount_cents=cents, payer=payer)


def create(order_reference: str, key: str) -> Charge:
    return call(create_charge.sync_detailed(client=client, body=a_body(order_reference), idempotency_key=key))


def paid(charge: Charge) -> Charge:
    assert charge.pix is not None and charge.pix.txid is not None
    httpx.post(f"{simulator_url}/simulator/pay", json={"txid": charge.pix.txid}).raise_for_status()
    end = time.monotonic() + WAIT_S
    while time.monotonic() < end:
        found = call(get_charge.sync_detailed(str(charge.id), client=client))
        if found.status == ChargeStatus.PAID:
            return found
        time.sleep(0.2)
    raise AssertionError(f"charge {charge.id} did not become paid within {WAIT_S} s")


def check_charges() -> None:
    order, key = f"py-{uuid.uuid4()}", new_idempotency_key()
    charge = create(order, key)
    assert create(order, key).id == charge.id, "a repeated call with the same key returned another charge"
    found = pages(
        lambda cursor: call(
            list_charges.sync_detailed(client=client, limit=1, order_reference=order, cursor=cursor)
        )
    )
    assert [one.id for one in found] == [charge.id]
    recent = pages(lambda cursor: call(list_charges.sync_detailed(client=client, limit=1, cursor=cursor)))
    create(f"py-{uuid.uuid4()}", new_idempotency_key())
    assert len({next(recent).id, next(recent).id}) == 2, "pages() did not read the second page"
    settled = paid(charge)
    refund = call(
        create_refund.sync_detailed(
            str(settled.id), client=client, body=CreateRefundBody(amount_cents=5000), idempotency_key=new_idempotency_key()
        )
    )
    assert (refund.charge_id, refund.amount_cents) == (settled.id, "5000")


def check_errors() -> None:
    order = f"py-{uuid.uuid4()}"
    try:
        call(create_charge.sync_detailed(client=client, body=a_body("", 0), idempotency_key=new_idempotency_key()))
        raise AssertionError("the service accepted a charge with invalid fields")
    except ValidationError as error:
        assert {field.path for field in error.fields} == {"order_reference", "amount_cents"}
    create(order, new_idempotency_key())
    try:
        create(order, new_idempotency_key())
        raise AssertionError(f"the service accepted a second charge for the order {order}")
    except ConflictError as error:
        assert error.reason == "order_reference_in_use"


def check_retries() -> None:
    seen: list[tuple[str, bytes]] = []
    waits: list[float] = []
    body = {"error": {"code": "rate_limited", "message": "Espere.", "details": {}, "correlation_id": "c"}}

    def answer(request: httpx.Request) -> httpx.Response:
        seen.append((request.headers["idempotency-key"], request.read()))
        return httpx.Response(429, json=body, headers={"retry-after": "7"})

    retrying = connect("http://service.test", "key", RetryingTransport(httpx.MockTransport(answer), 4, waits.append))
    try:
        call(create_charge.sync_detailed(client=retrying, body=a_body("pedido-1"), idempotency_key="pedido-1-tentativa-1"))
        raise AssertionError("call() raised no error for responses with 429")
    except RateLimitedError:
        assert (len(seen), len(set(seen)), waits) == (5, 1, [7.0] * 4)


def check_webhook() -> None:
    secret = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"
    body = (
        b'{"id":"evt_01JD0000000000000000000000","type":"charge.paid","version":"v1",'
        b'"created_at":"2026-11-20T12:00:00.000Z","environment":"production","data":{"amount_cents":"1990"}}'
    )
    signature = "t=1795435200,v1=188b6ea4411947f27c5c2e4497c7f77040df686b61c021216d10f3057673332e"
    assert verify_webhook(secret, signature, body, 1795435200)["type"] == "charge.paid"
    for changed, at in [(body + b" ", 1795435200), (body, 1795435501)]:
        try:
            verify_webhook(secret, signature, changed, at)
            raise AssertionError("verify_webhook() accepted a changed body or an old signature")
        except WebhookSignatureError:
            pass


for check in (check_charges, check_errors, check_retries, check_webhook):
    check()
    print(f"ok  Python SDK: {check.__name__}")
