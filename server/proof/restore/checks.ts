import { z } from 'zod'
import { getReturnHold, listWaitingPayments } from '../../src/returns/hold/return-hold.queries.ts'
import { verifyLedger } from '../../src/ledger/verify/verify-ledger.ts'
import { fromReais } from '../../src/kernel/values/money.ts'
import type { Deployment } from '../../bench/deployment.ts'
import { connect } from '../../bench/stack.ts'
import { bankOf, type Confirmed, type ConfirmedPayout } from './load.ts'

/** The confirmed records that the database contains. */
export interface Stored {
  charges: Set<string>
  payments: Set<string>
  refunds: Set<string>
  payouts: Set<string>
}

const STORED = {
  charges: 'select id::text as name from charge where id = any($1::uuid[])',
  payments: 'select end_to_end_id as name from payment where end_to_end_id = any($1)',
  refunds: 'select id::text as name from refund where id = any($1::uuid[])',
  payouts: 'select external_reference as name from payout where external_reference = any($1)',
}

async function query<Row extends object>(deployment: Deployment, text: string, values: unknown[] = []) {
  const session = await connect(deployment.applicationUrl)
  try {
    return (await session.query<Row>(text, values)).rows
  } finally {
    await session.end()
  }
}

/** Reads which of the confirmed records the database contains. */
export async function readStored(deployment: Deployment, confirmed: Confirmed): Promise<Stored> {
  const read = async (kind: keyof Stored): Promise<Set<string>> => {
    const names = Array.from(confirmed[kind].keys())
    const rows = await query<{ name: string }>(deployment, STORED[kind], [names])
    return new Set(rows.map(({ name }) => name))
  }
  return {
    charges: await read('charges'),
    payments: await read('payments'),
    refunds: await read('refunds'),
    payouts: await read('payouts'),
  }
}

/** Returns the confirmed payouts that the database does not contain. */
export const lostPayouts = (confirmed: Confirmed, { payouts }: Stored): ConfirmedPayout[] =>
  Array.from(confirmed.payouts.values()).filter(({ externalReference }) => !payouts.has(externalReference))

/** A payment and its returns as the PSP reports them, in centavos. */
interface Returned {
  endToEndId: string
  valueCents: bigint
  returnedCents: bigint
  isInProgress: boolean
}

/** Reads from the PSP the payments of these charges and their returns. */
export async function returnsAtPsp(deployment: Deployment, txids: Iterable<string>): Promise<Returned[]> {
  const found: Returned[] = []
  for (const txid of txids) {
    const response = await fetch(`${bankOf(deployment)}/simulator/cobs/${txid}`)
    const { cob } = CobReport.parse(await response.json())
    for (const pix of cob?.pix ?? []) found.push(toReturned(pix))
  }
  return found
}

const PspPix = z.object({
  endToEndId: z.string(),
  valor: z.string(),
  devolucoes: z.array(z.object({ valor: z.string(), status: z.string() })).default([]),
})
const CobReport = z.object({ cob: z.object({ pix: z.array(PspPix).optional() }).nullable() })

function toReturned({ endToEndId, valor, devolucoes }: z.infer<typeof PspPix>): Returned {
  const done = devolucoes.filter(({ status }) => status === 'DEVOLVIDO')
  return {
    endToEndId,
    valueCents: fromReais(valor) ?? 0n,
    returnedCents: done.reduce((sum, one) => sum + (fromReais(one.valor) ?? 0n), 0n),
    isInProgress: devolucoes.some(({ status }) => status === 'EM_PROCESSAMENTO'),
  }
}

/** Returns the number of requests for returns that the PSP has received. */
export async function returnRequestsAtPsp(deployment: Deployment): Promise<number> {
  const response = await fetch(`${bankOf(deployment)}/simulator/calls`)
  const calls = z.record(z.string(), z.number()).parse(await response.json())
  return calls['PUT devolucao'] ?? 0
}

/**
 * Compares the finished returns that the service has recorded with the returns at the PSP. Returns the end-to-end ids
 * of the payments whose sums differ.
 */
export async function differingReturns(
  deployment: Deployment,
  atPsp: readonly Returned[],
): Promise<string[]> {
  const rows = await query<{ name: string; cents: bigint }>(
    deployment,
    `select end_to_end_id as name, sum(amount_cents)::bigint as cents from network_return
     where state = 'returned' and finished_at is not null group by end_to_end_id`,
  )
  const recorded = new Map(rows.map(({ name, cents }) => [name, cents]))
  return atPsp
    .filter(({ endToEndId, returnedCents }) => (recorded.get(endToEndId) ?? 0n) !== returnedCents)
    .map(({ endToEndId }) => endToEndId)
}

/** Returns how many of the payments have a posting, and how many postings they have together. */
export async function countPostings(
  deployment: Deployment,
  endToEndIds: readonly string[],
): Promise<{ posted: number; postings: number }> {
  const [counts] = await query<{ posted: bigint; postings: bigint }>(
    deployment,
    `select count(distinct split_part(dedupe_key, ':', 2)) as posted, count(*) as postings from journal_entry
     where split_part(dedupe_key, ':', 2) = any($1) and event_type in ('charge.paid', 'charge.payment_held')`,
    [endToEndIds],
  )
  return { posted: Number(counts?.posted ?? 0n), postings: Number(counts?.postings ?? 0n) }
}

/** Counts the rows of `network_inbox` that wait, and the parked rows, on which staff must act. */
export async function countInbox(deployment: Deployment): Promise<{ waiting: number; parked: number }> {
  const [counts] = await query<{ waiting: bigint; parked: bigint }>(
    deployment,
    `select count(*) filter (where state = 'waiting') as waiting, count(*) filter (where state = 'parked') as parked
     from network_inbox`,
  )
  return { waiting: Number(counts?.waiting ?? 0n), parked: Number(counts?.parked ?? 0n) }
}

/** Reads whether the service holds all returns to payers, and the payments that wait for their return. */
export const readHold = (deployment: Deployment) =>
  deployment.withContext(async (ctx) => ({
    ...(await getReturnHold(ctx)),
    waiting: await listWaitingPayments(ctx, 10_000),
  }))

/** Verifies the whole ledger. Returns the number of entries, and the findings as text. */
export const ledgerFindings = (deployment: Deployment): Promise<{ entries: bigint; findings: string[] }> =>
  deployment.withContext(async (ctx) => {
    const { entriesCount, findings } = await verifyLedger(ctx)
    return { entries: entriesCount, findings: findings.map(({ name, what }) => `${name}: ${what}`) }
  })
