import { expect, test } from 'vitest'
import { IdempotentRequest } from './idempotent-request.ts'
import { Problem } from './problem.ts'

type Body = { amountCents: string; idempotencyKey: string }

/** A form whose requests are answered as told; keeps what was sent. */
function aForm() {
  const request = new IdempotentRequest<Body>()
  const sent: Body[] = []
  const press = async (amountCents: string, answer: string | null): Promise<void> => {
    const body = request.prepare((idempotencyKey) => ({ amountCents, idempotencyKey }))
    if (body === null) return
    sent.push(body)
    const answered = answer === null ? Promise.resolve() : Promise.reject(new Problem('x', { code: answer }))
    await request.settle(body, answered).catch(() => undefined)
  }
  return { request, sent, press }
}

test('an attempt after no answer repeats the first body under the first key', async () => {
  const { request, sent, press } = aForm()
  await press('5000', 'outcome_unknown')
  expect(request.isUncertain).toBe(true)
  // The charge was polled meanwhile: 0 is left to refund.
  await press('0', null)
  expect(sent[1]).toEqual(sent[0])
  expect(sent[0]?.amountCents).toBe('5000')
  expect(request.isUncertain).toBe(false)
})

test('an attempt after a failure of the server repeats the request', async () => {
  for (const code of ['internal_error', 'service_unavailable', 'provider_unavailable', 'no_answer']) {
    const { sent, press } = aForm()
    await press('5000', code)
    await press('4000', null)
    expect(sent[1]).toEqual(sent[0])
  }
})

test('an attempt after a refusal sends the new body under a new key', async () => {
  for (const code of [
    'validation_error',
    'conflict',
    'forbidden',
    'offline',
    'unauthorized',
    'rate_limited',
  ]) {
    const { request, sent, press } = aForm()
    await press('5000', code)
    expect(request.isUncertain).toBe(false)
    await press('4000', null)
    expect(sent[1]?.amountCents).toBe('4000')
    expect(sent[1]?.idempotencyKey).not.toBe(sent[0]?.idempotencyKey)
  }
})

test('an unknown outcome stays unknown when a later attempt does not reach the key', async () => {
  for (const code of ['offline', 'unauthorized', 'step_up_required', 'forbidden', 'rate_limited']) {
    const { request, sent, press } = aForm()
    await press('5000', 'outcome_unknown')
    await press('4000', code)
    expect(request.isUncertain).toBe(true)
    await press('3000', null)
    expect(sent[2]).toEqual(sent[0])
  }
})

test('a refusal of the repeated request proves that nothing was done', async () => {
  const { request, sent, press } = aForm()
  await press('5000', 'outcome_unknown')
  await press('5000', 'conflict')
  expect(request.isUncertain).toBe(false)
  await press('1000', null)
  expect(sent[2]?.idempotencyKey).not.toBe(sent[0]?.idempotencyKey)
})

test('two attempts at once send the same request', async () => {
  const { sent, press } = aForm()
  await Promise.all([press('5000', null), press('5000', null)])
  expect(sent[1]).toEqual(sent[0])
})

test('a form that is not complete prepares nothing, unless it repeats a request', async () => {
  const { request, sent, press } = aForm()
  expect(request.prepare(() => null)).toBe(null)
  await press('5000', 'outcome_unknown')
  expect(request.prepare(() => null)).toEqual(sent[0])
})

test('a request after a success is a new one', async () => {
  const { sent, press } = aForm()
  await press('5000', null)
  await press('5000', null)
  expect(sent[1]?.idempotencyKey).not.toBe(sent[0]?.idempotencyKey)
})
