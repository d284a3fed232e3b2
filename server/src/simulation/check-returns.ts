import type { Pix } from '../../simulator/records.ts'
import { fromReais } from '../kernel/values/money.ts'
import { sql } from '../kernel/database/sql.ts'
import type { Faults } from './faults.ts'
import type { SimWorld } from './sim-world.ts'

/**
 * Checks three invariants. For each Pix, the journal and the simulated network have the same returned amount. The
 * service stored the return id of each return that it requested, and each case has at most one return. No refund is
 * still in status `processing`.
 */
export async function checkReturns(world: SimWorld): Promise<Faults> {
  const networkPix = Array.from(world.network.pix.values())
  const processing = await sql<{ id: string }>(
    world.safeContext(),
    `select id from refund where status = 'processing'`,
  )
  return [
    ...(await checkAmounts(world, networkPix)),
    ...(await checkReturnIds(world, networkPix)),
    ...processing.map(({ id }) => `refund ${id} is still processing`),
  ]
}

async function checkAmounts(world: SimWorld, networkPix: Pix[]): Promise<Faults> {
  const rows = await sql<{ e2e: string; cents: bigint }>(
    world.safeContext(),
    `select p.end_to_end_id as e2e, sum(l.credit_cents)::bigint as cents
     from journal_line l join journal_entry e on e.merchant_id = l.merchant_id and e.id = l.journal_id
     join financial_case f on f.merchant_id = l.merchant_id and f.id = l.case_id
     join payment p on p.merchant_id = f.merchant_id and p.end_to_end_id = f.end_to_end_id
     where l.account_code = 'payer_returns' and l.credit_cents > 0 group by 1`,
  )
  const postedByPix = new Map(rows.map(({ e2e, cents }) => [e2e, cents]))
  return networkPix.flatMap((pix) => {
    const returnedCents = completedReturns(pix).reduce((sum, { valor }) => sum + (fromReais(valor) ?? 0n), 0n)
    const posted = postedByPix.get(pix.endToEndId) ?? 0n
    return returnedCents === posted
      ? []
      : [`returned of ${pix.endToEndId}: ${returnedCents} at the network, ${posted} in the journal`]
  })
}

/**
 * Finds returns whose id the service does not know, and cases with two returns. A second return of a case would give
 * the money back twice.
 */
async function checkReturnIds(world: SimWorld, networkPix: Pix[]): Promise<Faults> {
  const rows = await sql<{ name: string; case_id: string }>(
    world.safeContext(),
    `select network_id as name, case_id from network_return where origin = 'service'`,
  )
  const caseOf = new Map(rows.map(({ name, case_id: caseId }) => [name, caseId]))
  const requested = networkPix.flatMap(completedReturns).filter(({ natureza }) => natureza === 'ORIGINAL')
  const times = Map.groupBy(requested, ({ id }) => caseOf.get(id) ?? 'none')
  return [
    ...(times.get('none') ?? []).map(({ id }) => `return ${id} has an id that the service does not know`),
    ...Array.from(times)
      .filter(([caseId, returns]) => caseId !== 'none' && returns.length > 1)
      .map(([caseId, { length }]) => `case ${caseId} was returned ${length} times`),
  ]
}

const completedReturns = (pix: Pix): Pix['devolucoes'] =>
  pix.devolucoes.filter(({ status }) => status === 'DEVOLVIDO')
