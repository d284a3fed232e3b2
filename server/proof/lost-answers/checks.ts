import pLimit from 'p-limit'
import type { Client as PgClient } from 'pg'
import { z } from 'zod'
import type { Deployment } from '../../bench/deployment.ts'
import { connect, until } from '../../bench/stack.ts'
import { differingReturns, ledgerFindings, returnsAtPsp } from '../restore/checks.ts'
import { bankOf } from '../restore/load.ts'
import type { Report } from '../restore/report.ts'
import type { MerchantCaller } from './calls.ts'
import type { Known } from './clients.ts'

const WAIT_MAX_MS = 600_000

/** Counts the open work of the service. Each count must reach 0 after the proxy has stopped losing answers. */
const OPEN_WORK = `
  select
    (select count(*) from charge where status = 'created') as "charges being issued",
    (select count(*) from network_inbox where state = 'waiting') as "messages in the inbox",
    (select count(*) from refund where status = 'processing') as "refunds in progress",
    (select count(*) from event_unsequenced) as "events without a number",
    (select count(*) from webhook_delivery where status in ('pending', 'sending')) as "open deliveries",
    cardinality($1::text[]) - (select count(*) from payment where end_to_end_id = any($1)) as "payments to record"`

/** Compares the records that the clients know with the stored records. Each row is a violation. */
const VIOLATIONS = `
  with known_charge as (select * from jsonb_to_recordset($1) as k (id uuid, "order" text)),
    known_payment as (select * from jsonb_to_recordset($2) as k (id text, charge_id uuid)),
    known_refund as (select * from jsonb_to_recordset($3) as k (id uuid, charge_id uuid)),
    known_payout as (select unnest($4::text[]) as reference),
    known_cancelled as (select unnest($5::uuid[]) as id)
  select 'a charge is lost: ' || id as violation from known_charge k
    where not exists (select from charge c where c.id = k.id and c.order_reference = k."order")
  union all
  select 'a charge that no client knows: ' || id from charge where id not in (select id from known_charge)
  union all
  select 'payment ' || k.id || ' has ' || count(e.id) || ' postings' from known_payment k
    left join journal_entry e on split_part(e.dedupe_key, ':', 2) = k.id
      and e.event_type in ('charge.paid', 'charge.payment_held')
    group by k.id having count(e.id) <> 1
  union all
  select 'payment ' || k.id || ' is stored ' || count(p.id) || ' times' from known_payment k
    left join payment p on p.end_to_end_id = k.id group by k.id having count(p.id) <> 1
  union all
  select 'a refund is lost: ' || id from known_refund where id not in (select id from refund)
  union all
  select 'a refund that no client knows: ' || id from refund where id not in (select id from known_refund)
  union all
  select 'refund ' || id || ' is ' || status from refund where status <> 'completed'
  union all
  select 'refund ' || r.id || ' has ' || count(n.id) || ' returns' from refund r
    left join network_return n on n.case_id = r.case_id and n.state = 'returned'
    group by r.id having count(n.id) <> 1
  union all
  select 'payout ' || reference || ' is stored ' || count(p.id) || ' times' from known_payout
    left join payout p on p.external_reference = reference group by reference having count(p.id) <> 1
  union all
  select 'a payout that no operator knows: ' || external_reference from payout
    where external_reference not in (select reference from known_payout)
  union all
  select 'charge ' || id || ' was cancelled, and now is ' || status from charge
    where id in (select id from known_cancelled) and status <> 'cancelled'
  union all
  select 'event ' || type || ' of ' || source_id || ' exists ' || count(*) || ' times' from webhook_event
    where type in ('charge.issued', 'charge.paid', 'charge.cancelled', 'refund.created', 'refund.completed', 'payout.paid')
    group by type, source_id having count(*) > 1
  union all
  select 'no event ' || type || ' of ' || id from (
      select 'charge.paid' as type, charge_id as id from known_payment
      union all select 'charge.cancelled', id from known_cancelled
      union all select 'refund.created', id from known_refund
      union all select 'refund.completed', id from known_refund) as expected
    where not exists (select from webhook_event e where e.type = expected.type and e.source_id = expected.id::text)
  union all
  select 'event ' || e.id || ' is in the feed ' || count(f.feed_seq) || ' times' from webhook_event e
    left join event_feed f on f.event_id = e.id group by e.id having count(f.feed_seq) <> 1
  union all
  select 'delivery of ' || event_id || ' is ' || status from webhook_delivery where status <> 'succeeded'
  union all
  select 'a message is parked: ' || dedupe_key from network_inbox where state = 'parked'`

const SHOWN_MAX = 10
/** The number of concurrent reads. */
const READS = 16
/** The pause before a read is repeated, in milliseconds. */
const RETRY_MS = 300

/** Waits until the service has finished all open work, then checks every answer that a client got. */
export async function checkEverything(
  { deployment, known, caller }: { deployment: Deployment; known: Known; caller: MerchantCaller },
  report: Report,
): Promise<void> {
  const owner = await connect(deployment.stack.postgres.ownerUrl(deployment.database))
  await report.step('end of all open work', () => untilNoOpenWork(owner, known))
  report.check(
    'no answer contradicts another',
    known.contradictions.length === 0,
    shown(known.contradictions),
  )
  const violations = await findViolations(owner, known)
  report.check('nothing is lost, nothing is doubled', violations.length === 0, shown(violations))
  await owner.end()

  const untrue = await untrueAnswers(caller, known)
  report.check('every answer agrees with GET /v1/pix/charges/:id', untrue.length === 0, shown(untrue))
  const cobs = await countCobs(deployment)
  report.check(
    `the PSP has each of ${known.charges.size} charges once`,
    cobs === known.charges.size,
    `${cobs} at the PSP`,
  )
  const returns = await findDifferentReturns(deployment, known)
  report.check(
    'the returns at the PSP equal the refunds of the service and of the clients',
    returns.length === 0,
    shown(returns),
  )
  const { entries, findings } = await ledgerFindings(deployment)
  report.check(`the ledger is sound (${entries} entries)`, findings.length === 0, shown(findings))
}

async function untilNoOpenWork(owner: PgClient, known: Known): Promise<void> {
  let open: string[] = []
  const payments = Array.from(known.payments.keys())
  const isDone = async (): Promise<boolean> => {
    const { rows } = await owner.query<Record<string, bigint>>(OPEN_WORK, [payments])
    open = Object.entries(rows[0] ?? {}).flatMap(([name, count]) => (count > 0n ? [`${name}: ${count}`] : []))
    return open.length === 0
  }
  try {
    await until('the end of the open work', WAIT_MAX_MS, isDone)
  } catch (error) {
    throw new Error(`the service did not finish its open work: ${open.join(', ')}`, { cause: error })
  }
}

const pairs = (map: ReadonlyMap<string, string>): string =>
  JSON.stringify(Array.from(map, ([id, chargeId]) => ({ id, charge_id: chargeId })))

async function findViolations(owner: PgClient, known: Known): Promise<string[]> {
  const { rows } = await owner.query<{ violation: string }>(VIOLATIONS, [
    JSON.stringify(Array.from(known.charges, ([id, { order }]) => ({ id, order }))),
    pairs(known.payments),
    pairs(known.refunds),
    Array.from(known.payouts),
    Array.from(known.cancelled),
  ])
  return rows.map(({ violation }) => violation)
}

/** Returns the charges whose state in the API differs from the answers that the clients got. */
async function untrueAnswers(caller: MerchantCaller, known: Known): Promise<string[]> {
  const paid = new Set(known.payments.values())
  const refunded = new Set(known.refunds.values())
  const expectedOf = (id: string): string => {
    if (known.cancelled.has(id)) return 'cancelled'
    if (refunded.has(id)) return 'partially_refunded'
    return paid.has(id) ? 'paid' : 'pending'
  }
  const limit = pLimit(READS)
  const checked = Array.from(known.charges, ([id, { apiKey, order }]) =>
    limit(async () => {
      const path = `/v1/pix/charges/${id}`
      const answer = await caller.callUntilKnown(apiKey, path, { pauseMs: () => RETRY_MS })
      const [expected, body] = [expectedOf(id), answer.kind === 'ok' ? answer.body : {}]
      const isTrue = body['status'] === expected && body['order_reference'] === order
      return isTrue ? [] : [`${id} should be ${expected}: ${JSON.stringify(answer)}`]
    }),
  )
  return (await Promise.all(checked)).flat()
}

async function countCobs(deployment: Deployment): Promise<number> {
  const response = await fetch(`${bankOf(deployment)}/simulator/cobs?limit=1`)
  return z.object({ total: z.number() }).parse(await response.json()).total
}

/** Returns the payments whose returns differ between the service and the PSP, or between the clients and the PSP. */
async function findDifferentReturns(deployment: Deployment, known: Known): Promise<string[]> {
  const refunded = new Set(known.refunds.values())
  const txids = Array.from(known.payments.values(), (id) => id.replaceAll('-', ''))
  const atPsp = await returnsAtPsp(deployment, txids)
  const wrong = atPsp.filter(({ endToEndId, returnedCents }) => {
    return returnedCents > 0n !== refunded.has(known.payments.get(endToEndId) ?? '')
  })
  return [...(await differingReturns(deployment, atPsp)), ...wrong.map(({ endToEndId }) => endToEndId)]
}

const shown = (all: readonly string[]): string =>
  `${all.length}: ${all.slice(0, SHOWN_MAX).join('; ')}${all.length > SHOWN_MAX ? '; …' : ''}`
