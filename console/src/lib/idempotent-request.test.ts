import { expect, test } from 'vitest'
import { IdempotentRequest } from './idempotent-request.ts'
import { Problem } from './problem.ts'

type Body = { amountCents: string; idempotencyKey: string }

/**
 * Creates a form. `press` submits an amount, and the simulated server answers with the given error code, or with
 * a success for null. `sent` collects the submitted bodies.
 */
function createForm() {
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

test('after a lost response, the next attempt repeats the first body and idempotency key', async () => {
  const { request, sent, press } = createForm()
  await press('5000', 'outcome_unknown')
  expect(request.uncertain).toEqual(sent[0])
  // After the first attempt, polling has updated the charge: nothing is left to refund. The form therefore computes the
  // amount 0.
  await press('0', null)
  expect(sent[1]).toEqual(sent[0])
  expect(sent[0]?.amountCents).toBe('5000')
  expect(request.uncertain).toBeNull()
})

test('after a server error, the next attempt repeats the first request', async () => {
  for (const code of ['internal_error', 'service_unavailable', 'provider_unavailable', 'no_answer']) {
    const { sent, press } = createForm()
    await press('5000', code)
    await press('4000', null)
    expect(sent[1]).toEqual(sent[0])
  }
})

test('after a refusal, the next attempt sends the changed body with a new idempotency key', async () => {
  for (const code of [
    'validation_error',
    'conflict',
    'forbidden',
    'offline',
    'unauthorized',
    'rate_limited',
  ]) {
    const { request, sent, press } = createForm()
    await press('5000', code)
    expect(request.uncertain).toBeNull()
    await press('4000', null)
    expect(sent[1]?.amountCents).toBe('4000')
    expect(sent[1]?.idempotencyKey).not.toBe(sent[0]?.idempotencyKey)
  }
})

test('the outcome of a request stays unknown when a later attempt is refused before the operation runs', async () => {
  for (const code of ['offline', 'unauthorized', 'step_up_required', 'forbidden', 'rate_limited']) {
    const { request, sent, press } = createForm()
    await press('5000', 'outcome_unknown')
    await press('4000', code)
    expect(request.uncertain).toEqual(sent[0])
    await press('3000', null)
    expect(sent[2]).toEqual(sent[0])
  }
})

test('when the repeated request is refused, the next request has a new idempotency key', async () => {
  const { request, sent, press } = createForm()
  await press('5000', 'outcome_unknown')
  await press('5000', 'conflict')
  expect(request.uncertain).toBeNull()
  await press('1000', null)
  expect(sent[2]?.idempotencyKey).not.toBe(sent[0]?.idempotencyKey)
})

test('two simultaneous attempts send the same request', async () => {
  const { sent, press } = createForm()
  await Promise.all([press('5000', null), press('5000', null)])
  expect(sent[1]).toEqual(sent[0])
})

test('for an incomplete form, prepare returns null, or the last request if the outcome of that request is unknown', async () => {
  const { request, sent, press } = createForm()
  expect(request.prepare(() => null)).toBe(null)
  await press('5000', 'outcome_unknown')
  expect(request.prepare(() => null)).toEqual(sent[0])
})

test('the request after a successful request has a new idempotency key', async () => {
  const { sent, press } = createForm()
  await press('5000', null)
  await press('5000', null)
  expect(sent[1]?.idempotencyKey).not.toBe(sent[0]?.idempotencyKey)
})

test('a request without an idempotency key is never repeated', async () => {
  const request = new IdempotentRequest<{ reason: string }>()
  const body = request.prepare(() => ({ reason: 'first' }))
  expect(body).toEqual({ reason: 'first' })
  const lost = Promise.reject(new Problem('x', { code: 'outcome_unknown' }))
  await expect(request.settle({ reason: 'first' }, lost)).rejects.toThrow('x')
  expect(request.uncertain).toBeNull()
  expect(request.prepare(() => ({ reason: 'second' }))).toEqual({ reason: 'second' })
})
