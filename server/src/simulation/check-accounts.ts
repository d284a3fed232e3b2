import { txidOf } from '../charges/charge.entity.ts'
import { sql } from '../kernel/database/sql.ts'
import { fromReais } from '../kernel/values/money.ts'
import { clearingOf } from '../ledger/chart.ts'
import type { Faults } from './faults.ts'
import { SIM_ACCOUNTS } from './sim-network.ts'
import type { SimWorld } from './sim-world.ts'

/** Finds charges that two PSPs have. A payer could pay such a charge twice. */
export const findDoubleCobs = ({ network }: SimWorld): Faults =>
  Array.from(network.cobAccounts)
    .filter(([, accounts]) => accounts.size > 1)
    .map(([txid, accounts]) => `charge ${txid} is at ${Array.from(accounts).join(' and ')}`)

/**
 * Checks each receiving account of an idle world:
 * - its PSP has only charges that the service stored for this account;
 * - what its PSP received is what the service recorded for the account;
 * - the same amount went into its clearing account in the ledger, and left it.
 */
export async function checkAccounts(world: SimWorld): Promise<Faults> {
  return [...(await findMisplacedCobs(world)), ...(await checkClearing(world))]
}

async function findMisplacedCobs(world: SimWorld): Promise<Faults> {
  const rows = await sql<{ id: string; account: string }>(
    world.safeContext(),
    'select id, pix_account_id as account from charge',
  )
  const accountOf = new Map(rows.map(({ id, account }) => [txidOf(id), account]))
  return Array.from(world.network.cobAccounts).flatMap(([txid, accounts]) =>
    Array.from(accounts)
      .filter((account) => accountOf.get(txid) !== account)
      .map((account) => `charge ${txid} of ${accountOf.get(txid) ?? 'no account'} is at ${account}`),
  )
}

async function checkClearing(world: SimWorld): Promise<Faults> {
  const recorded = await sql<{ account: string; cents: bigint }>(
    world.safeContext(),
    'select pix_account_id as account, sum(amount_cents)::bigint as cents from payment group by 1',
  )
  const cleared = await sql<{ code: string; into: bigint; out: bigint }>(
    world.safeContext(),
    `select account_code as code, sum(debit_cents)::bigint as into, sum(credit_cents)::bigint as out
     from journal_line where starts_with(account_code, 'provider_clearing') group by 1`,
  )
  return SIM_ACCOUNTS.flatMap((account) => {
    const received = receivedBy(world, account)
    const sum = recorded.find((row) => row.account === account)?.cents ?? 0n
    const clearing = cleared.find(({ code }) => code === clearingOf(account))
    const sums = [sum, clearing?.into ?? 0n, clearing?.out ?? 0n]
    return sums.every((cents) => cents === received)
      ? []
      : [`${account} received ${received}; recorded, into clearing, out of clearing: ${sums.join(', ')}`]
  })
}

const receivedBy = ({ network }: SimWorld, account: string): bigint =>
  Array.from(network.pix.values())
    .filter(({ endToEndId }) => network.pixAccounts.get(endToEndId) === account)
    .reduce((sum, { valor }) => sum + (fromReais(valor) ?? 0n), 0n)
