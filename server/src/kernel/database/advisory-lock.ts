import type { Tx } from '../context.ts'
import { db } from './tables.ts'

/** Takes the advisory lock of a name until the transaction ends. Waits while another transaction has this lock. */
export async function lockName(tx: Tx, name: string): Promise<void> {
  await db(tx)
    .selectNoFrom((eb) => {
      const key = eb.fn<bigint>('hashtextextended', [eb.val(name), eb.lit(0)])
      return eb.fn<string>('pg_advisory_xact_lock', [key]).as('locked')
    })
    .execute()
}
