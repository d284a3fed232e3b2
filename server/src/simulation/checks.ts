import { sql } from '../kernel/database/sql.ts'
import { readBalance } from '../ledger/balance.ts'
import { verifyLedger } from '../ledger/verify/verify-ledger.ts'
import { chargeIdOf, txidOf } from '../charges/charge.entity.ts'
import { listStatement } from '../statement/statement.queries.ts'
import { checkReturns } from './check-returns.ts'
import { checkSuspensions } from './check-suspensions.ts'
import type { Faults } from './faults.ts'
import { JOBS, type Job } from './jobs.ts'
import type { SimWorld } from './sim-world.ts'

/** Every other round is a day, and a reserve is kept for up to 40. */
const ROUNDS_MAX = 120
/** So many rounds without work, over days, are rest. */
const QUIET_ROUNDS = 6
const DAY = 86_400_000
const STATEMENT_PAGE = 7

/**
 * Cheap enough for after every step: every book sums to zero, its head is its last entry, nothing is available beside a
 * debt, what the network told is kept once, and a refund under way holds its whole amount.
 */
export async function checkStep(world: SimWorld): Promise<Faults> {
  const rows = await sql<{ what: string }>(
    world.safeContext(),
    `select 'book of ' || merchant_id || ' sums to ' || sum(balance_cents) as what
       from ledger_account group by merchant_id having sum(balance_cents) <> 0
     union all
     select 'head of ' || h.merchant_id || ' is not its last entry' from ledger_head h
       where h.last_seq <> (select coalesce(max(seq), 0) from journal_entry e where e.merchant_id = h.merchant_id)
     union all
     select 'available beside a debt of ' || a.merchant_id from ledger_account a
       join ledger_account r on r.merchant_id = a.merchant_id and r.code = 'receivable' and r.balance_cents < 0
       where a.code = 'available' and a.balance_cents > 0
     union all
     select 'the inbox keeps ' || kind || ' ' || dedupe_key || ' ' || count(*) || ' times' from network_inbox
       group by kind, dedupe_key having count(*) > 1
     union all
     select 'refund ' || refund_id || ' of ' || amount_cents || ' holds ' || held_pending_cents + held_available_cents
       from financial_case where kind = 'refund' and status = 'open'
       and held_pending_cents + held_available_cents <> amount_cents`,
  )
  return rows.map(({ what }) => what)
}

/**
 * Lifts every fault and runs every job, over days, until nothing moves any more. A world that goes on moving is at
 * fault, and the jobs that still find work are named.
 */
export async function runUntilIdle(world: SimWorld, jobs: readonly Job[] = JOBS): Promise<Faults> {
  world.network.liftFaults()
  world.receiver.failureRate = 0
  let busy: string[] = []
  for (let round = 0, quiet = 0; round < ROUNDS_MAX; round++) {
    busy = []
    for (const { name, run } of jobs) {
      const found = await world.clock.drive(run(world.safeContext('job:calm')))
      if (found > 0) busy.push(`${name} ${found}`)
    }
    quiet = busy.length === 0 ? quiet + 1 : 0
    if (quiet === QUIET_ROUNDS) return []
    await world.advance(round % 2 === 0 ? 400_000 : DAY)
  }
  return [
    `the world did not come to rest in ${ROUNDS_MAX} rounds; the last found work for ${busy.join(', ')}`,
  ]
}

/** Everything that must hold of a world that has come to rest. */
export async function checkWorld(world: SimWorld): Promise<Faults> {
  const verdict = await verifyLedger(world.safeContext())
  return [
    ...verdict.findings.map((finding) =>
      JSON.stringify(finding, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
    ),
    ...(await checkCharges(world)),
    ...(await checkPayments(world)),
    ...(await checkReturns(world)),
    ...(await checkFees(world)),
    ...(await checkPayouts(world)),
    ...(await checkSuspensions(world)),
    ...(await checkEvents(world)),
    ...(await checkStatements(world)),
  ]
}

/** No charge that was told of is lost, none is issued twice or left unknown. */
async function checkCharges(world: SimWorld): Promise<Faults> {
  const rows = await sql<{ id: string; status: string; key: string; payments_count: number }>(
    world.safeContext(),
    'select id, status, idempotency_key as key, payments_count from charge',
  )
  const byKey = new Map(rows.map((row) => [row.key, row]))
  return world.expected.charges.flatMap(({ id, key }) => {
    const row = byKey.get(key)
    if (id !== '' && row?.id !== id) return [`charge ${id} was answered and is gone`]
    if (!row) return []
    const paid = world.expected.payments.filter(({ txid }) => txid === txidOf(row.id)).length
    return [
      ...(row.status === 'created' || row.status === 'pending'
        ? [`charge ${row.id} is still ${row.status}`]
        : []),
      ...(row.payments_count === paid
        ? []
        : [`charge ${row.id} counts ${row.payments_count} payments, ${paid} were made`]),
    ]
  })
}

/** Each Pix of the network stands here once, with its amount, at its charge. */
async function checkPayments(world: SimWorld): Promise<Faults> {
  const rows = await sql<{ e2e: string; amount_cents: bigint; charge_id: string }>(
    world.safeContext(),
    'select end_to_end_id as e2e, amount_cents, charge_id from payment',
  )
  const made = new Map(world.expected.payments.map((payment) => [payment.endToEndId, payment]))
  const strange = rows.filter(({ e2e, amount_cents: cents, charge_id: chargeId }) => {
    const payment = made.get(e2e)
    return payment?.amountCents !== cents || chargeIdOf(payment.txid) !== chargeId
  })
  const known = new Set(rows.map(({ e2e }) => e2e))
  return [
    ...strange.map(({ e2e }) => `payment ${e2e} is not what the network moved`),
    ...(known.size === rows.length ? [] : ['a payment stands twice']),
    ...Array.from(made.keys())
      .filter((e2e) => !known.has(e2e))
      .map((e2e) => `payment ${e2e} was lost`),
  ]
}

/**
 * Of a charge's fee the share of what went back is with the merchant, where the contract says so; a centavo of rounding
 * for each case.
 */
async function checkFees(world: SimWorld): Promise<Faults> {
  const rows = await sql<{ id: string; kept: bigint; due: bigint }>(
    world.safeContext(),
    `select id, fee_left_cents as kept, due from charge c, lateral (
       select case refund_fee_policy when 'keep' then fee_cents
         else fee_cents - fee_cents * refunded_cents / amount_cents end as due,
         (select count(*) from financial_case f where f.merchant_id = c.merchant_id and f.charge_id = c.id) as cases) s
     where paid_at is not null and abs(fee_left_cents - due) > cases
       and not exists (select from financial_case f where f.merchant_id = c.merchant_id and f.charge_id = c.id
         and f.status = 'open')`,
  )
  return rows.map(({ id, kept, due }) => `of charge ${id} a fee of ${kept} is kept, ${due} is due`)
}

/** A payout that was made stands only as it was asked, and once; one that was answered stands. */
async function checkPayouts(world: SimWorld): Promise<Faults> {
  const rows = await sql<{ reference: string; amount_cents: bigint }>(
    world.safeContext(),
    `select external_reference as reference, amount_cents from payout where state in ('paid', 'reversed')`,
  )
  const { payouts, paidOut } = world.expected
  const asked = new Map(payouts.map(({ reference, amountCents }) => [reference, amountCents]))
  const standing = new Set(rows.map(({ reference }) => reference))
  return [
    ...rows
      .filter(({ reference, amount_cents: cents }) => asked.get(reference) !== cents)
      .map(({ reference }) => `payout ${reference} is not what was asked`),
    ...paidOut
      .filter((reference) => !standing.has(reference))
      .map((reference) => `payout ${reference} was answered and is gone`),
  ]
}

/** Every event reached its receiver, or its delivery ended by the rules. */
async function checkEvents(world: SimWorld): Promise<Faults> {
  const rows = await sql<{ event_id: string; url: string; status: string }>(
    world.safeContext(),
    `select d.event_id, e.url, d.status from webhook_delivery d join webhook_endpoint e on e.id = d.endpoint_id
     where d.status in ('succeeded', 'pending', 'sending')`,
  )
  return rows
    .filter(
      ({ event_id: id, url, status }) => status !== 'succeeded' || !world.receiver.received.get(url)?.has(id),
    )
    .map(({ event_id: id, status }) => `event ${id} is ${status} and did not arrive`)
}

/** The pages of a statement, put together, sum to the balance. */
async function checkStatements(world: SimWorld): Promise<Faults> {
  const faults: Faults = []
  for (const merchantId of world.merchantIds) {
    const ctx = world.safeContext()
    const from = new Date('2020-01-01T00:00:00Z')
    let sum = 0n
    let cursor: string | undefined
    do {
      const page = await listStatement(ctx, merchantId, { from }, { limit: STATEMENT_PAGE, cursor })
      sum += page.items.reduce((total, line) => total + line.amountCents, 0n)
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    const { totalCents } = await readBalance(ctx, merchantId)
    if (sum !== totalCents)
      faults.push(`statement of ${merchantId} sums to ${sum}, its balance is ${totalCents}`)
  }
  return faults
}
