import { REQUEST_BOUNDS } from '../kernel/metrics/http-metrics.ts'
import { histogram, OPEN, type Metrics } from '../kernel/metrics/metrics.ts'
import { aroundCalls, OPERATIONS, OUTCOMES, type Outcome } from './around-calls.ts'
import type { PixProvider } from './provider.ts'

export const PIX_CALLS = histogram({
  name: 'pix_client_request_duration_seconds',
  help: 'Duration of operations at the PSP, with the token request and the retry of each.',
  labels: { account: OPEN, operation: OPERATIONS, outcome: OUTCOMES },
  bounds: REQUEST_BOUNDS,
})

/** Wraps the provider of an account so that the duration and the outcome of each operation are measured. */
export const measurePix = (
  pix: PixProvider,
  { metrics, account }: { metrics: Metrics; account: string },
): PixProvider =>
  aroundCalls(async (operation, call, outcomeOf) => {
    const startedMs = performance.now()
    let outcome: Outcome = 'unknown'
    try {
      const result = await call(pix)
      outcome = outcomeOf(result)
      return result
    } finally {
      metrics.observe(PIX_CALLS, { account, operation, outcome }, (performance.now() - startedMs) / 1_000)
    }
  })
