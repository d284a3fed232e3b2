import { expect } from 'vitest'
import type { z } from 'zod'
import { requestReturns } from '../../returns/request-returns.ts'
import { verifyLedger } from '../../ledger/verify/verify-ledger.ts'
import type { RefundShape } from '../../refunds/refund.present.ts'
import { runReturns } from '../../run-returns.ts'
import { expectBooksToAgree } from './books.ts'
import { eventually } from '../eventually.ts'
import { anIdempotencyKey } from './makers.ts'
import type { ErrorBody, RestAnswer, RestClient } from '../clients/rest-client.ts'
import type { World } from '../world.ts'

export type RefundJson = z.infer<typeof RefundShape>

/** Asks for a refund over /v1. */
export function requestRefund<Body = RefundJson>(
  rest: RestClient,
  chargeId: string,
  body: Record<string, unknown> | undefined = {},
  idempotencyKey = anIdempotencyKey(),
): Promise<RestAnswer<Body>> {
  return rest.post<Body>(`/v1/pix/charges/${chargeId}/refunds`, body, { 'idempotency-key': idempotencyKey })
}

/** Asks for a refund that is meant to be refused; answers why. */
export async function refusedRefund(
  rest: RestClient,
  chargeId: string,
  body: Record<string, unknown> = {},
): Promise<string | undefined> {
  const answer = await requestRefund<ErrorBody>(rest, chargeId, body)
  expect(answer.status).toBe(409)
  return answer.body.error.details.reason
}

export async function listRefunds(rest: RestClient, chargeId: string): Promise<RefundJson[]> {
  const { body } = await rest.get<{ items: RefundJson[] }>(`/v1/pix/charges/${chargeId}/refunds`)
  return body.items
}

/** Has the network's callbacks delivered and everything on its way back carried on, until `check` holds. */
export function untilReturned<T>(world: World, check: () => Promise<T> | T): Promise<T> {
  return eventually(async () => {
    await world.settleInbox()
    await runReturns(world.context('job:returns'), 100)
    await requestReturns(world.context('job:ask-returns'), 100)
    return await check()
  })
}

/** Waits until a refund has ended. */
export function untilEnded(world: World, refund: RefundJson, rest = world.rest): Promise<RefundJson> {
  return untilReturned(world, async () => {
    const found = (await listRefunds(rest, refund.charge_id)).find(({ id }) => id === refund.id)
    if (!found || found.status === 'processing') throw new Error('the refund still runs')
    return found
  })
}

/** What must hold after money went back: the books agree, and the ledger proves itself. */
export async function expectSoundBooks(world: World, rest = world.rest): Promise<void> {
  await expectBooksToAgree(world, rest)
  const { findings } = await verifyLedger(world.context())
  expect(findings).toEqual([])
}
