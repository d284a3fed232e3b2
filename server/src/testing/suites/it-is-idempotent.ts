import { expect, test } from 'vitest'
import { anIdempotencyKey } from '../fixtures/charges.ts'
import type { RestAnswer } from '../clients/rest-client.ts'

type Json = Record<string, unknown>

/** A call that makes something once for each Idempotency-Key. The functions are called inside tests alone. */
export interface IdempotentCall {
  name: string
  /** Sends the call with a body that makes something new each time it is asked for. */
  begin: () => Promise<{
    send: (headers: Record<string, string>) => Promise<RestAnswer<Json>>
    /** The same, with a body that is not the same. */
    sendOther: (headers: Record<string, string>) => Promise<RestAnswer<Json>>
    /** How many were made so far. */
    countMade: () => Promise<number>
  }>
}

const AT_ONCE = 20

/** Everything that the specification says of idempotent calls, for one call. */
export function itIsIdempotent(call: IdempotentCall): void {
  test(`${call.name}: the same key again answers the same, executes nothing, and says so`, async () => {
    const { send, countMade } = await call.begin()
    const headers = { 'idempotency-key': anIdempotencyKey() }
    const first = await send(headers)
    expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([201, null])
    for (const again of [await send(headers), await send(headers)]) {
      expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
      expect(again.body['id']).toBe(first.body['id'])
      expect(Object.keys(again.body)).toEqual(Object.keys(first.body))
    }
    expect(await countMade()).toBe(1)
  })

  test(`${call.name}: the same key with another body is a conflict, and executes nothing`, async () => {
    const { send, sendOther, countMade } = await call.begin()
    const headers = { 'idempotency-key': anIdempotencyKey() }
    expect((await send(headers)).status).toBe(201)
    expect(await sendOther(headers)).toMatchObject({
      status: 409,
      body: { error: { code: 'idempotency_conflict' } },
    })
    expect((await send(headers)).status).toBe(200)
    expect(await countMade()).toBe(1)
  })

  test(`${call.name}: ${AT_ONCE} at once with one key make one`, async () => {
    const { send, countMade } = await call.begin()
    const headers = { 'idempotency-key': anIdempotencyKey() }
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => send(headers)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      ...Array<number>(AT_ONCE - 1).fill(200),
      201,
    ])
    expect(new Set(answers.map(({ body }) => body['id'])).size).toBe(1)
    expect(await countMade()).toBe(1)
  })

  test(`${call.name}: without a key, or with one that is none, nothing is executed`, async () => {
    const { send, countMade } = await call.begin()
    const keys: [string, string | undefined, string][] = [
      ['none', undefined, 'required'],
      ['empty', '', 'required'],
      ['7 characters', 'x'.repeat(7), 'too_short'],
      ['201 characters', 'x'.repeat(201), 'too_long'],
      ['a blank', 'chave 12345', 'format'],
      ['beyond ASCII', 'chave-não-ascii'.replace('ã', '\u00e3'), 'format'],
    ]
    for (const [what, key, code] of keys) {
      const refused = await send(key === undefined ? {} : { 'idempotency-key': key })
      expect([what, refused.status, refused.body['error']]).toMatchObject([
        what,
        422,
        { code: 'validation_error', details: { fields: [{ path: 'Idempotency-Key', code }] } },
      ])
    }
    expect(await countMade()).toBe(0)
    for (const key of ['!'.repeat(8), '~'.repeat(200)]) {
      const answer = await send({ 'idempotency-key': key })
      expect(answer.status).toBeLessThan(500)
      expect(answer.status).not.toBe(422)
    }
  })
}
