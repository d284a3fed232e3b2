import { counter } from '../kernel/metrics/metrics.ts'

export const REQUESTS_NOT_LOGGED = counter({
  name: 'pix_request_log_dropped_total',
  help: 'Calls of the merchant API that are missing in the request log.',
  labels: { reason: ['full', 'failed'] },
})
