import { readConfig } from '../kernel/config.ts'
import { Wake } from '../kernel/wake.ts'
import { openKit } from '../kit.ts'
import { runDeliveries } from '../webhooks/run-deliveries.ts'

// A process of its own that delivers webhooks until it is told to stop, or killed.
const { config, secrets } = readConfig(process.env)
const kit = await openKit(config, secrets)
const stop = new AbortController()
process.once('SIGTERM', () => stop.abort())
await runDeliveries(() => kit.context('job:deliveries'), stop.signal, {
  wake: new Wake(),
  restMs: 200,
})
await kit.close()
