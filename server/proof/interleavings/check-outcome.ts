import { sql } from '../../src/kernel/database/sql.ts'
import { Problem } from '../../src/kernel/problem.ts'
import { Findings } from '../../src/ledger/checks/findings.ts'
import { verifyMerchantLedger } from '../../src/ledger/verify/verify-merchant-ledger.ts'
import { checkRows } from '../../src/simulation/checks.ts'
import { ENDPOINTS_ACTIVE_MAX } from '../../src/webhooks/endpoints/endpoint.entity.ts'
import type { Actor } from './actor.ts'
import type { Lab } from './lab.ts'
import type { Verb } from './verb.ts'

interface Result {
  isRefused: boolean
  faults: string[]
}

/**
 * Decides whether a use case succeeded, was refused or failed. A refusal for a reason in `refusals` is allowed. Any
 * other error is a fault.
 */
export function readResult({ name, refusals }: Verb, { result }: Actor): Result {
  if (result?.status === 'fulfilled') return { isRefused: false, faults: [] }
  const error: unknown = result?.reason
  const reason = error instanceof Problem ? error.details.reason : undefined
  if (reason !== undefined && refusals.includes(reason)) return { isRefused: true, faults: [] }
  return { isRefused: false, faults: [`${name} failed: ${describe(error)}`] }
}

const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/**
 * The SQLSTATEs of a deadlock and of a serialization failure. The service repeats a transaction once after such an
 * error.
 */
const CONFLICTS = new Map([
  ['40P01', 'deadlock'],
  ['40001', 'serialization failure'],
])

/** Returns the deadlocks and serialization failures of the SQL statements of an actor. */
export const conflictsOf = ({ name, sqlStates }: Actor): string[] =>
  sqlStates.flatMap((state) => {
    const conflict = CONFLICTS.get(state)
    return conflict === undefined ? [] : [`a statement of ${name} failed: ${conflict}`]
  })

/** Checks the invariants of the database after both use cases have ended. Returns the violations. */
export async function checkInvariants(lab: Lab, merchantId: string): Promise<string[]> {
  const ctx = lab.context('check')
  const findings = new Findings()
  await verifyMerchantLedger(ctx, merchantId, findings)
  const rows = await sql<{ fault: string }>(ctx, FAULTS, [ENDPOINTS_ACTIVE_MAX])
  return [
    ...(await checkRows(ctx)),
    ...findings.items.map(({ name, what }) => `${name}: ${what}`),
    ...rows.map(({ fault }) => fault),
  ]
}

const FAULTS = `
  select 'the merchant has ' || count(*) || ' active endpoints' as fault from webhook_endpoint
    where status = 'active' group by merchant_id having count(*) > $1
  union all
  select 'the job ' || job || ' failed: ' || last_error from job_failure
  union all
  select 'the inbox row ' || dedupe_key || ' failed: ' || last_error from network_inbox
    where attempts > 0 or state = 'parked'
  union all
  select 'the merchant has ' || count(*) || ' open requests for a write-off' from debt_write_off
    where state = 'asked' group by merchant_id having count(*) > 1
  union all
  select 'the charge ' || c.order_reference || ' is ' || c.status || ' and has ' || count(*) || ' primary payments'
    from charge c join payment p on p.merchant_id = c.merchant_id and p.charge_id = c.id
    where p.classification = 'primary' group by c.merchant_id, c.id, c.order_reference, c.status
    having count(*) > 1 or c.status not in ('paid', 'refunded', 'partially_refunded')
  union all
  select 'the charge ' || c.order_reference || ' has ' || count(*) || ' events ' || e.type
    from charge c join webhook_event e on e.merchant_id = c.merchant_id and e.charge_id = c.id
    where e.type in ('charge.paid', 'charge.expired', 'charge.cancelled', 'charge.failed')
    group by c.merchant_id, c.id, c.order_reference, e.type having count(*) > 1
  union all
  select 'the charge ' || c.order_reference || ' is ' || c.status || ' and has the event charge.cancelled'
    from charge c join webhook_event e on e.merchant_id = c.merchant_id and e.charge_id = c.id
    where e.type = 'charge.cancelled' and c.status <> 'cancelled'`
