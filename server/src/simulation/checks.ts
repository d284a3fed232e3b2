import type { Context } from '../kernel/context.ts'
import { sql } from '../kernel/database/sql.ts'
import { readBalance } from '../ledger/balance.ts'
import { verifyLedger } from '../ledger/verify/verify-ledger.ts'
import { isOpen, type ChargeStatus } from '../charges/charge-status.ts'
import { chargeIdOf, txidOf } from '../charges/charge.entity.ts'
import { listStatement } from '../statement/statement.queries.ts'
import { activateAccounts } from './account-actions.ts'
import { checkAccounts, findDoubleCobs } from './check-accounts.ts'
import { checkDisputes } from './check-disputes.ts'
import { checkReturns } from './check-returns.ts'
import { checkSuspensions } from './check-suspensions.ts'
import type { Faults } from './faults.ts'
import { JOBS, type Job } from './jobs.ts'
import type { SimWorld } from './sim-world.ts'

/**
 * The maximum number of rounds of `runUntilIdle`. Each round runs every job once. Every second round also advances the
 * clock by a day, because a reserve is kept for up to 40 days.
 */
const ROUNDS_MAX = 120
/**
 * The world counts as idle after this many consecutive idle rounds. In an idle round, no job finds work, and nothing
 * that waits for the simulated clock continues. One round is not enough, because work that waited may create work for a
 * job that has already run in the round.
 */
const IDLE_ROUNDS = 6
const DAY = 86_400_000
const STATEMENT_PAGE = 7

/** Checks the invariants of `checkRows`, and that no charge is at two PSPs. */
export async function checkStep(world: SimWorld): Promise<Faults> {
  return [...(await checkRows(world.safeContext())), ...findDoubleCobs(world)]
}

/**
 * Checks the invariants of rows that are cheap enough to check after every step. The ledger accounts of each merchant
 * sum to zero. The ledger head of each merchant names the merchant's last journal entry. A merchant with a debt has no
 * available amount. No two rows of the inbox have the same kind and dedupe key. An open refund blocks its whole amount.
 */
export async function checkRows(ctx: Context): Promise<Faults> {
  const rows = await sql<{ fault: string }>(
    ctx,
    `select 'ledger of ' || merchant_id || ' sums to ' || sum(balance_cents) as fault
       from ledger_account group by merchant_id having sum(balance_cents) <> 0
     union all
     select 'ledger head of ' || h.merchant_id || ' is not its last entry' from ledger_head h
       where h.last_seq <> (select coalesce(max(seq), 0) from journal_entry e where e.merchant_id = h.merchant_id)
     union all
     select 'available amount beside a debt of ' || a.merchant_id from ledger_account a
       join ledger_account r on r.merchant_id = a.merchant_id and r.code = 'receivable' and r.balance_cents < 0
       where a.code = 'available' and a.balance_cents > 0
     union all
     select 'the inbox has ' || kind || ' ' || dedupe_key || ' ' || count(*) || ' times' from network_inbox
       group by kind, dedupe_key having count(*) > 1
     union all
     select 'refund ' || refund_id || ' of ' || amount_cents || ' holds ' || held_pending_cents + held_available_cents
       from financial_case where kind = 'refund' and status = 'open'
       and held_pending_cents + held_available_cents <> amount_cents`,
  )
  return rows.map(({ fault }) => fault)
}

/**
 * Removes every injected fault and activates every receiving account, then runs every job over several days until no
 * job finds work. Returns a fault that names the jobs that still find work after ROUNDS_MAX rounds.
 */
export async function runUntilIdle(world: SimWorld, jobs: readonly Job[] = JOBS): Promise<Faults> {
  world.network.liftFaults()
  world.receiver.failureRate = 0
  await activateAccounts(world)
  let busy: string[] = []
  for (let round = 0, idleRounds = 0; round < ROUNDS_MAX; round++) {
    busy = []
    const startedAt = world.clock.now()
    for (const { name, run } of jobs) {
      const found = await run(world.safeContext('job:calm'))
      if (found > 0) busy.push(`${name} ${found}`)
    }
    if (world.clock.now() > startedAt) busy.push('the clock advanced')
    idleRounds = busy.length === 0 ? idleRounds + 1 : 0
    if (idleRounds === IDLE_ROUNDS) return []
    await world.clock.advance(round % 2 === 0 ? 400_000 : DAY)
  }
  return [
    `the world is not idle after ${ROUNDS_MAX} rounds; jobs that found work in the last round: ${busy.join(', ')}`,
  ]
}

/** Checks every invariant that must be true in an idle world. Returns the violations. */
export async function checkWorld(world: SimWorld): Promise<Faults> {
  const verdict = await verifyLedger(world.safeContext())
  return [
    ...verdict.findings.map((finding) =>
      JSON.stringify(finding, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
    ),
    ...(await checkAccounts(world)),
    ...(await checkCharges(world)),
    ...(await checkPayments(world)),
    ...(await checkReturns(world)),
    ...(await checkDisputes(world)),
    ...(await checkFees(world)),
    ...(await checkPayouts(world)),
    ...(await checkSuspensions(world)),
    ...(await checkEvents(world)),
    ...(await checkStatements(world)),
  ]
}

/** Checks that each charge whose creation the service acknowledged exists, is no longer open, and has its payments. */
async function checkCharges(world: SimWorld): Promise<Faults> {
  const rows = await sql<{ id: string; status: ChargeStatus; key: string; payments_count: number }>(
    world.safeContext(),
    'select id, status, idempotency_key as key, payments_count from charge',
  )
  const byKey = new Map(rows.map((row) => [row.key, row]))
  return world.expected.charges.flatMap(({ id, key }) => {
    const row = byKey.get(key)
    if (id !== '' && row?.id !== id) return [`charge ${id} was acknowledged and is lost`]
    if (!row) return []
    const paid = world.expected.payments.filter(({ txid }) => txid === txidOf(row.id)).length
    return [
      ...(isOpen(row.status) ? [`charge ${row.id} is still ${row.status}`] : []),
      ...(row.payments_count === paid
        ? []
        : [`charge ${row.id} counts ${row.payments_count} payments, ${paid} were made`]),
    ]
  })
}

/** Checks that each Pix of the simulated network is recorded once, with its amount and its charge. */
async function checkPayments(world: SimWorld): Promise<Faults> {
  const rows = await sql<{ e2e: string; amount_cents: bigint; charge_id: string }>(
    world.safeContext(),
    'select end_to_end_id as e2e, amount_cents, charge_id from payment',
  )
  const expectedPayments = new Map(world.expected.payments.map((payment) => [payment.endToEndId, payment]))
  const different = rows.filter(({ e2e, amount_cents: cents, charge_id: chargeId }) => {
    const payment = expectedPayments.get(e2e)
    return payment?.amountCents !== cents || chargeIdOf(payment.txid) !== chargeId
  })
  const known = new Set(rows.map(({ e2e }) => e2e))
  return [
    ...different.map(({ e2e }) => `payment ${e2e} differs from the network's Pix`),
    ...(known.size === rows.length ? [] : ['a payment is recorded twice']),
    ...Array.from(expectedPayments.keys())
      .filter((e2e) => !known.has(e2e))
      .map((e2e) => `payment ${e2e} was lost`),
  ]
}

/**
 * Checks the fee that the service keeps for each charge. The service keeps the whole fee under the policy `keep`,
 * otherwise the fee's share for the amount that was not refunded. Each case may add a rounding difference of one
 * centavo.
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
  return rows.map(({ id, kept, due }) => `charge ${id} keeps a fee of ${kept} instead of ${due}`)
}

/** Checks that each payout has the requested amount and that no acknowledged payout is lost. */
async function checkPayouts(world: SimWorld): Promise<Faults> {
  const rows = await sql<{ reference: string; amount_cents: bigint }>(
    world.safeContext(),
    `select external_reference as reference, amount_cents from payout where state in ('paid', 'reversed')`,
  )
  const { payouts, paidOut } = world.expected
  const requested = new Map(payouts.map(({ reference, amountCents }) => [reference, amountCents]))
  const recorded = new Set(rows.map(({ reference }) => reference))
  return [
    ...rows
      .filter(({ reference, amount_cents: cents }) => requested.get(reference) !== cents)
      .map(({ reference }) => `payout ${reference} differs from the request`),
    ...paidOut
      .filter((reference) => !recorded.has(reference))
      .map((reference) => `payout ${reference} was acknowledged and is lost`),
  ]
}

/** Checks that the receiver has every event whose delivery succeeded, and that no delivery is still open. */
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
    .map(({ event_id: id, status }) => `event ${id} is ${status}, and its receiver did not get it`)
}

/** Checks that the amounts on all pages of each statement sum to the balance. */
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
