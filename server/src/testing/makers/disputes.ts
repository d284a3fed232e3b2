import { expect } from 'vitest'
import { decideDispute, type Decision } from '../../disputes/decide-dispute.ts'
import type { Dispute } from '../../disputes/dispute.entity.ts'
import { getDispute } from '../../disputes/dispute.queries.ts'
import { openDispute, type OpenDispute } from '../../disputes/open-dispute.ts'
import { sql } from '../../kernel/database/sql.ts'
import type { ChargeJson } from './makers.ts'
import { untilReturned } from './returns.ts'
import type { World } from '../world.ts'

/** Staff opens a dispute on a charge's payment: all of it, unless `changes` say otherwise. */
export const aDispute = (
  world: World,
  charge: ChargeJson,
  changes: Partial<OpenDispute> = {},
): Promise<Dispute> =>
  openDispute(world.context('staff:1'), world.merchantId, {
    endToEndId: charge.end_to_end_id ?? '',
    amountCents: null,
    nature: 'MED_FRAUDE',
    description: null,
    ...changes,
  })

/** Staff decides a dispute of the world's merchant. */
export const decide = (world: World, caseId: string, decision: Decision): Promise<Dispute> =>
  decideDispute(world.context('staff:1'), { merchantId: world.merchantId, caseId }, decision, 'analisada')

/** In favour of the payer, the money returned by this service. */
export const accepted = (amountCents: bigint | null = null): Decision => ({
  kind: 'accepted',
  amountCents,
  returnedBy: 'service',
})

/** Waits until a dispute has ended. */
export const untilClosed = (world: World, caseId: string): Promise<Dispute> =>
  untilReturned(world, async () => {
    const found = await getDispute(world.context(), world.merchantId, caseId)
    expect(found.status).toBe('closed')
    return found
  })

/** What merchants were told: the events of these types, by type and then by time. */
export const eventsOf = (world: World, ...types: string[]) =>
  sql<{ type: string; data: Record<string, unknown> }>(
    world.context(),
    `select type, body::jsonb -> 'data' as data from webhook_event where type = any($1::text[])
     order by type, created_at, id`,
    [types],
  )
