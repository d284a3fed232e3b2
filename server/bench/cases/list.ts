import type { Case } from '../bench.ts'

/**
 * Every case in the order in which they run. The reading cases come last: they open the data set, and PostgreSQL cannot
 * copy an open database. A case is imported when it runs. So `--compare` works with a build that lacks exports of other
 * cases.
 */
export const CASES: Record<string, () => Promise<Case>> = {
  create: async () => (await import('./create.ts')).createCase,
  'create-hot': async () => (await import('./create.ts')).createHotCase,
  pay: async () => (await import('./pay.ts')).payCase,
  'pay-hot': async () => (await import('./pay.ts')).payHotCase,
  'pay-to-webhook': async () => (await import('./pay-to-webhook.ts')).payToWebhookCase,
  webhooks: async () => (await import('./webhooks.ts')).webhooksCase,
  fairness: async () => (await import('./fairness.ts')).fairnessCase,
  peers: async () => (await import('./peers.ts')).peersCase,
  idle: async () => (await import('./idle.ts')).idleCase,
  load: async () => (await import('./load.ts')).loadCase,
  read: async () => (await import('./read.ts')).readCase,
  search: async () => (await import('./search.ts')).searchCase,
  console: async () => (await import('./console.ts')).consoleCase,
}
