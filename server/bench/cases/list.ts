import type { Case } from '../bench.ts'

/**
 * Every case, in the order in which the cases run. Cases that only read come last, because they connect to the data
 * set, and PostgreSQL cannot copy a database that has connections. The module of a case is imported only when the case
 * runs. So `--compare` works with an older build, even if that build lacks exports that only other cases need.
 */
export const CASES: Record<string, () => Promise<Case>> = {
  create: async () => (await import('./create.ts')).create,
  'create-hot': async () => (await import('./create.ts')).createHot,
  pay: async () => (await import('./pay.ts')).pay,
  'pay-hot': async () => (await import('./pay.ts')).payHot,
  'pay-to-webhook': async () => (await import('./delivery.ts')).payToWebhook,
  webhooks: async () => (await import('./delivery.ts')).webhooks,
  fairness: async () => (await import('./delivery.ts')).fairness,
  peers: async () => (await import('./peers.ts')).peers,
  idle: async () => (await import('./idle.ts')).idle,
  load: async () => (await import('./read.ts')).load,
  read: async () => (await import('./read.ts')).read,
  search: async () => (await import('./read.ts')).search,
  console: async () => (await import('./console.ts')).consoleCase,
}
