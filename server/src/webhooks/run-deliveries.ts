import type { Context } from '../kernel/context.ts'
import type { Wake } from '../kernel/wake.ts'
import type { WithSender } from './sender.ts'

/** How often the table is asked when nobody tells that there is work. */
const POLL_MS = 200

/** Delivers what is due until `signal` is aborted. */
export async function runDeliveries(
  makeContext: () => Context & WithSender,
  signal: AbortSignal,
  wake: Wake,
): Promise<void> {
  const { clock } = makeContext()
  while (!signal.aborted) await wake.wait(clock, POLL_MS, signal)
}
