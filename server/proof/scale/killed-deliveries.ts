import type { Client } from 'pg'
import { systemClock } from '../../src/kernel/clock.ts'

const POLL_MS = 50
const WAIT_MAX_MS = 60_000
/** A running process records the result of an attempt within this time, in milliseconds. */
const ATTEMPT_MS_MAX = 6_000

const SENDING = `select id, claim_id as claim from webhook_delivery where status = 'sending'`
const UNCHANGED = `
  select count(*)::integer as count from webhook_delivery
  join jsonb_to_recordset($1::jsonb) as claimed (id uuid, claim uuid) using (id)
  where status = 'sending' and claim_id = claimed.claim`

/**
 * Waits until another process has taken over the deliveries that a process was sending when it was killed. Called right
 * after the kill. Returns how many deliveries the killed process had, and when the last of them was taken over.
 */
export async function watchTakeover(owner: Client): Promise<{ count: number; takenMs: number }> {
  const startedMs = performance.now()
  const { rows: claimed } = await owner.query(SENDING)
  const open = async (): Promise<number> =>
    (await owner.query<{ count: number }>(UNCHANGED, [JSON.stringify(claimed)])).rows[0]?.count ?? 0
  await systemClock.sleep(ATTEMPT_MS_MAX)
  const count = await open()
  while ((await open()) > 0 && performance.now() - startedMs < WAIT_MAX_MS) await systemClock.sleep(POLL_MS)
  return { count, takenMs: performance.now() - startedMs }
}
