import { readConfig } from '../kernel/settings/config.ts'
import { Wake } from '../kernel/jobs/wake.ts'
import { openKit } from '../kit.ts'
import { runDeliveries } from '../webhooks/dispatch/run-deliveries.ts'

// Entry point of a process that only delivers webhooks. The process runs until SIGTERM; tests also kill it with
// SIGKILL.
const { config, secrets } = readConfig(process.env)
const kit = await openKit(config, secrets)
const stop = new AbortController()
process.once('SIGTERM', () => stop.abort())
await runDeliveries(() => kit.context('job:deliveries'), stop.signal, {
  wake: new Wake(),
  pollIntervalMs: 200,
  jobStates: kit.jobStates,
})
await kit.close()
