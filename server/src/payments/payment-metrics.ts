import { histogram } from '../kernel/metrics/metrics.ts'

export const PAYMENT_TO_BALANCE = histogram({
  name: 'pix_payment_to_balance_seconds',
  help: 'Time from the payment by the payer to the commit that shows it in the balance.',
  labels: {},
  bounds: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800, 7200],
})
