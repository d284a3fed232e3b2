import { expect, test } from 'vitest'
import { anIdempotencyKey } from '../fixtures/charges.ts'
import type { RestAnswer } from '../clients/rest-client.ts'

type Json = Record<string, unknown>

/** A call that creates one record for each Idempotency-Key. The suite calls these functions only inside tests. */
export interface IdempotentCall {
  name: string
  /** Prepares a new body. Each call of `prepare` returns a body that creates a new record. */
  prepare: () => Promise<{
    send: (headers: Record<string, string>) => Promise<RestAnswer<Json>>
    /** Sends a body that differs from the body of `send`. */
    sendOther: (headers: Record<string, string>) => Promise<RestAnswer<Json>>
    /** Returns how many records were created. */
    countCreated: () => Promise<number>
  }>
}

const CONCURRENCY = 20

/** Tests that one call of the merchant API follows the rules for idempotency keys. */
export function itIsIdempotent(call: IdempotentCall): void {
  test(`${call.name}: a repeated key returns the first result with Idempotent-Replayed, and creates nothing`, async () => {
    const { send, countCreated } = await call.prepare()
    const headers = { 'idempotency-key': anIdempotencyKey() }
    const first = await send(headers)
    expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([201, null])
    for (const again of [await send(headers), await send(headers)]) {
      expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
      expect(again.body['id']).toBe(first.body['id'])
      expect(Object.keys(again.body)).toEqual(Object.keys(first.body))
    }
    expect(await countCreated()).toBe(1)
  })

  test(`${call.name}: a repeated key with another body is refused with 409, and creates nothing`, async () => {
    const { send, sendOther, countCreated } = await call.prepare()
    const headers = { 'idempotency-key': anIdempotencyKey() }
    expect((await send(headers)).status).toBe(201)
    expect(await sendOther(headers)).toMatchObject({
      status: 409,
      body: { error: { code: 'idempotency_conflict' } },
    })
    expect((await send(headers)).status).toBe(200)
    expect(await countCreated()).toBe(1)
  })

  test(`${call.name}: ${CONCURRENCY} concurrent calls with one key create one record`, async () => {
    const { send, countCreated } = await call.prepare()
    const headers = { 'idempotency-key': anIdempotencyKey() }
    const answers = await Promise.all(Array.from({ length: CONCURRENCY }, () => send(headers)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      ...Array<number>(CONCURRENCY - 1).fill(200),
      201,
    ])
    expect(new Set(answers.map(({ body }) => body['id'])).size).toBe(1)
    expect(await countCreated()).toBe(1)
  })

  test(`${call.name}: a missing or malformed key is refused with 422, and creates nothing`, async () => {
    const { send, countCreated } = await call.prepare()
    const keys: [string, string | undefined, string][] = [
      ['none', undefined, 'required'],
      ['empty', '', 'required'],
      ['7 characters', 'x'.repeat(7), 'too_short'],
      ['201 characters', 'x'.repeat(201), 'too_long'],
      ['a blank', 'chave 12345', 'format'],
      ['beyond ASCII', 'chave-não-ascii'.replace('ã', '\u00e3'), 'format'],
    ]
    for (const [description, key, code] of keys) {
      const refused = await send(key === undefined ? {} : { 'idempotency-key': key })
      expect([description, refused.status, refused.body['error']]).toMatchObject([
        description,
        422,
        { code: 'validation_error', details: { fields: [{ path: 'Idempotency-Key', code }] } },
      ])
    }
    expect(await countCreated()).toBe(0)
    for (const key of ['!'.repeat(8), '~'.repeat(200)]) {
      const answer = await send({ 'idempotency-key': key })
      expect(answer.status).toBeLessThan(500)
      expect(answer.status).not.toBe(422)
    }
  })
}
