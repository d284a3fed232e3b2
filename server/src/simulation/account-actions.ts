import { FAULT_GROUPS, FAULT_MODES, type Fault } from '../../simulator/faults.ts'
import { sql } from '../kernel/database/sql.ts'
import { assignPixAccounts } from '../pix-accounts/manage/assign-accounts.ts'
import { setPixAccountCeilings } from '../pix-accounts/manage/set-account-ceilings.ts'
import { setPixAccountState } from '../pix-accounts/manage/set-account-state.ts'
import type { Seed } from './seed.ts'
import { SIM_ACCOUNTS } from './sim-network.ts'
import type { SimWorld } from './sim-world.ts'

const ADMIN = 'staff:a'
/**
 * The longest delay of a PSP's answer in milliseconds. The adapter waits 5 s, so the answer of a successful call may
 * come too late.
 */
const DELAY_MS_MAX = 9_000

/**
 * Sets how often receivers reject webhooks. Also makes one PSP refuse connections, or makes calls of one kind to this
 * PSP fail.
 */
export function injectFault({ seed, network, receiver }: SimWorld): Promise<void> {
  const account = seed.pick(SIM_ACCOUNTS) ?? 'second'
  receiver.failureRate = seed.pick([0, 0.2, 0.9]) ?? 0
  if (seed.chance(0.2)) {
    network.setDead(account, seed.between(1, 8))
    return Promise.resolve()
  }
  const { on, mode } = pickFault(seed)
  const delayMs = seed.between(1_000, DELAY_MS_MAX)
  network.setFault(account, { on, mode, count: seed.between(1, 4), delayMs })
  return Promise.resolve()
}

/**
 * Returns a random fault. Often picks the fault in which a PSP creates a charge and closes the connection without an
 * answer. After this fault, a faulty service would create the charge a second time, at another PSP.
 */
function pickFault(seed: Seed): Pick<Fault, 'on' | 'mode'> {
  if (seed.chance(0.2)) return { on: 'cob', mode: 'drop' }
  const on = seed.pick(FAULT_GROUPS) ?? 'cob'
  const modes = FAULT_MODES.filter((one) => one !== 'nao_realizado' || on === 'devolucao')
  return { on, mode: seed.pick(modes) ?? 'drop' }
}

export function removeFaults(world: SimWorld): Promise<void> {
  world.network.liftFaults()
  world.receiver.failureRate = 0
  return Promise.resolve()
}

/** Gives a merchant another list of receiving accounts. */
export async function assignAccounts(world: SimWorld): Promise<void> {
  const { seed } = world
  const lists = [[], ['second'], ['default', 'second'], ['second', 'default']]
  await assignPixAccounts(world.context(ADMIN), seed.pick(world.merchantIds) ?? '', seed.pick(lists) ?? [])
}

/** Drains a receiving account, turns it off, or activates it again. */
export async function changeAccountState(world: SimWorld): Promise<void> {
  const { seed } = world
  const state = seed.pick(['active', 'active', 'active', 'draining', 'off'] as const) ?? 'active'
  await setPixAccountState(world.context(ADMIN), seed.pick(SIM_ACCOUNTS) ?? 'second', state)
}

/** Limits the amounts of a receiving account, or removes its limits. */
export async function changeCeilings(world: SimWorld): Promise<void> {
  const { seed } = world
  const ceiling = (): bigint | null => (seed.chance(0.5) ? null : BigInt(seed.between(100, 90_000)))
  await setPixAccountCeilings(world.context(ADMIN), seed.pick(SIM_ACCOUNTS) ?? 'second', {
    chargeCeilingCents: ceiling(),
    payoutCeilingCents: ceiling(),
  })
}

/** Activates every receiving account, because returns wait while their receiving account is turned off. */
export async function activateAccounts(world: SimWorld): Promise<void> {
  for (const account of SIM_ACCOUNTS) await setPixAccountState(world.safeContext(ADMIN), account, 'active')
}

/**
 * Checks the receiving account of a charge that was just created. This account must be active and in the merchant's
 * list, and its ceiling must allow the amount. A charge that the service refused may have any receiving account.
 * @throws Error when the receiving account is wrong.
 */
export async function checkNewCharge(world: SimWorld, chargeId: string): Promise<void> {
  const wrong = await sql<{ account: string }>(
    world.safeContext(),
    `select c.pix_account_id as account from charge c join pix_account a on a.id = c.pix_account_id
     where c.id = $1 and c.status in ('created', 'pending') and (a.state <> 'active'
       or a.charge_ceiling_cents < c.amount_cents
       or c.pix_account_id not in (select l.pix_account_id from merchant_pix_account l
           where l.merchant_id = c.merchant_id
         union all select 'default' where not exists
           (select from merchant_pix_account l where l.merchant_id = c.merchant_id)))`,
    [chargeId],
  )
  const [one] = wrong
  if (one)
    throw new Error(
      `BUG: the new charge ${chargeId} uses the receiving account ${one.account}, which it must not use`,
    )
}
