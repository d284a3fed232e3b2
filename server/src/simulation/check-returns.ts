import type { Pix } from '../../simulator/records.ts'
import { fromReais } from '../kernel/values/money.ts'
import { sql } from '../kernel/database/sql.ts'
import type { Faults } from './faults.ts'
import type { SimWorld } from './sim-world.ts'

/**
 * What went back by the journal is what the network gave back, Pix by Pix; what this service asked for went back under
 * the name it was asked by, once for each case; and no refund hangs.
 */
export async function checkReturns(world: SimWorld): Promise<Faults> {
  const networkPix = Array.from(world.networkPix.values())
  const hanging = await sql<{ id: string }>(
    world.safeContext(),
    `select id from refund where status = 'processing'`,
  )
  return [
    ...(await checkAmounts(world, networkPix)),
    ...(await checkNames(world, networkPix)),
    ...hanging.map(({ id }) => `refund ${id} is still processing`),
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
  const here = new Map(rows.map(({ e2e, cents }) => [e2e, cents]))
  return networkPix.flatMap((pix) => {
    const there = returned(pix).reduce((sum, { valor }) => sum + (fromReais(valor) ?? 0n), 0n)
    const posted = here.get(pix.endToEndId) ?? 0n
    return there === posted ? [] : [`of ${pix.endToEndId} went back ${there} there, ${posted} here`]
  })
}

/** A second name for the same return is a second return: the payer would be paid back twice. */
async function checkNames(world: SimWorld, networkPix: Pix[]): Promise<Faults> {
  const rows = await sql<{ name: string; case_id: string }>(
    world.safeContext(),
    `select network_id as name, case_id from network_return where origin = 'service'`,
  )
  const caseOf = new Map(rows.map(({ name, case_id: caseId }) => [name, caseId]))
  const asked = networkPix.flatMap(returned).filter(({ natureza }) => natureza === 'ORIGINAL')
  const times = Map.groupBy(asked, ({ id }) => caseOf.get(id) ?? 'none')
  return [
    ...(times.get('none') ?? []).map(({ id }) => `return ${id} was asked for under a name that is not ours`),
    ...Array.from(times)
      .filter(([caseId, returns]) => caseId !== 'none' && returns.length > 1)
      .map(([caseId, { length }]) => `case ${caseId} went back ${length} times`),
  ]
}

const returned = (pix: Pix): Pix['devolucoes'] =>
  pix.devolucoes.filter(({ status }) => status === 'DEVOLVIDO')
