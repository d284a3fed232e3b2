import type { Client } from 'pg'
import { connect, until } from '../../../bench/stack.ts'
import { print } from './answers.ts'
import type { PaymentsLoad, UnpaidCharge } from './payments-load.ts'

/** How many charges of each stopped cell are paid meanwhile, by its merchants in turn. */
const CHARGES_EACH = 20
const WAIT_MAX_MS = 180_000

/** Counts what each payment has caused: one row for each end-to-end id and charge. */
const EFFECTS = `
  select given.e2e, given.charge,
    (select count(*)::integer from payment where end_to_end_id = given.e2e) as recorded,
    (select count(*)::integer from payment where end_to_end_id = given.e2e and charge_id = given.charge) as matched,
    (select count(*)::integer from journal_entry where dedupe_key = 'charge.paid:' || given.e2e) as posted,
    (select coalesce(array_agg(id), '{}') from webhook_event
      where type = 'charge.paid' and charge_id = given.charge) as events
  from unnest($1::text[], $2::uuid[]) as given (e2e, charge)`

interface Effects {
  recorded: number
  matched: number
  posted: number
  events: string[]
}

/** A charge and its cell. */
interface Created {
  cell: string
  charge: UnpaidCharge
}

interface Paid extends Created {
  endToEndId: string
}

/** Charges that are created before their cell is stopped, and are paid at the PSP while it is stopped. */
export class PaidWhileStopped {
  readonly #load: PaymentsLoad
  readonly #charges: readonly Created[]
  readonly #paid: Paid[] = []

  private constructor(load: PaymentsLoad, charges: readonly Created[]) {
    this.#load = load
    this.#charges = charges
  }

  static async create(load: PaymentsLoad, cells: readonly string[]): Promise<PaidWhileStopped> {
    const charges: Created[] = []
    for (const cell of cells) {
      for (let n = 0; n < CHARGES_EACH; n++) {
        const charge = await load.createUnpaid(cell, n)
        if (charge) charges.push({ cell, charge })
      }
    }
    return new PaidWhileStopped(load, charges)
  }

  /** Pays the charges. The PSP reports each payment to the service, which cannot record it now. */
  async pay(): Promise<void> {
    for (const { cell, charge } of this.#charges) {
      const endToEndId = await this.#load.pay(cell, charge)
      if (endToEndId !== undefined) this.#paid.push({ cell, charge, endToEndId })
    }
  }

  /**
   * Waits until the payments of a cell, which was started at `startedMs`, are complete. Returns whether all charges of
   * the cell were paid, each payment was recorded and posted exactly once, and the webhook of its only event arrived.
   */
  async check(cell: string, startedMs: number): Promise<boolean> {
    const paid = this.#paid.filter((one) => one.cell === cell)
    const { deployment } = this.#load.cells.get(cell)?.part ?? {}
    const owner = await connect(deployment?.settings['MIGRATION_DATABASE_URL'] ?? '')
    let effects = await readEffects(owner, paid)
    const count = (isSo: (of: Effects) => boolean): number => effects.filter(isSo).length
    const hasArrived = ({ events }: Effects): boolean =>
      events.length > 0 && events.every((id) => this.#load.receiver.hasArrived(id))
    await until(`the payments of the stopped cell ${cell}`, WAIT_MAX_MS, async () => {
      effects = await readEffects(owner, paid)
      return count((one) => one.posted > 0 && hasArrived(one)) === paid.length
    }).catch(() => undefined)
    await owner.end()
    const counts = {
      recorded: count(({ recorded, matched }) => recorded === 1 && matched === 1),
      posted: count(({ posted }) => posted === 1),
      event: count(({ events }) => events.length === 1),
      arrived: count(hasArrived),
    }
    const isOk = [paid.length, ...Object.values(counts)].every((one) => one === CHARGES_EACH)
    print(
      `  ${cell.padEnd(5)} ${paid.length} of ${CHARGES_EACH} charges were paid while it was stopped: ${counts.recorded} recorded ` +
        `once, ${counts.posted} posted once, ${counts.event} with one event, ${counts.arrived} webhooks arrived, ` +
        `${((performance.now() - startedMs) / 1_000).toFixed(1)} s after its start${isOk ? '' : '  FAILED'}`,
    )
    return isOk
  }
}

async function readEffects(owner: Client, paid: readonly Paid[]): Promise<Effects[]> {
  const given = [paid.map(({ endToEndId }) => endToEndId), paid.map(({ charge }) => charge.id)]
  return (await owner.query<Effects>(EFFECTS, given)).rows
}
