import { z } from 'zod'
import { SCOPES } from '../../src/kernel/scopes.ts'
import type { EmbeddedStack } from '../stack.ts'
import { createJsonClient, type DemoClients, type SeedStep } from './demo.ts'
import { saveProgress, readProgress, type DemoUser, type Progress } from './progress.ts'
import { BACKGROUND_STEPS } from './background-steps.ts'
import { SEED_STEPS } from './steps.ts'
import { registerInbox } from './webhook.ts'

/** Credentials of the demo merchant and its users, as created by the first start. */
export interface Credentials {
  gatewayId: string
  apiKey: string
  /** The key of the merchant's test environment. */
  testKey: string
  email: string
  password: string
  totpSecret: string | null
  /** One user of each role other than administrator. */
  users: DemoUser[]
}

const EMAIL = 'demo@pix.localhost'
/** The roles other than administrator, and whether their user has an authenticator app. */
const OTHER_ROLES = { finance: true, support: false, auditor: false }

const Account = z.object({ gateway_id: z.string() })
const Key = z.object({ key: z.string() })
const User = z.object({ password: z.string(), totp_secret: z.string().nullish() })
const Totp = z.object({ totp_secret: z.string() })

/** Terms of the demo merchant: 2 % fee, 5 % reserve for 30 days, immediate settlement, and high rate limits. */
const TERMS = {
  '--name': 'Torrefação Boa Vista',
  '--document': '11444777000161',
  '--fee-bps': '200',
  '--fee-fixed': '0',
  '--reserve-bps': '500',
  '--reserve-days': '30',
  '--settlement-days': '0',
  '--write-rate': '5000',
  '--read-rate': '10000',
  '--search-rate': '10000',
}

export interface Seeded {
  credentials: Credentials
  /** Runs the slow steps, such as the payout of settled money. The start of the stack does not wait for these steps. */
  runBackgroundSteps: () => Promise<void>
}

/**
 * Creates the demo data that is missing. Returns the credentials, and the slow steps, such as the payout, which needs
 * settled money. A start after a complete seed creates nothing.
 */
export async function seed(stack: EmbeddedStack, dataDir: string): Promise<Seeded> {
  const progress = readProgress(dataDir)
  const save = (): void => saveProgress(dataDir, progress)
  const credentials = await makeCredentials(stack, progress, save)
  const demo: DemoClients = {
    cli: stack.cli.run,
    merchant: createJsonClient(`http://127.0.0.1:${stack.ports.server}`, credentials.apiKey),
    network: createJsonClient(`http://127.0.0.1:${stack.ports.simulator}`),
    gatewayId: credentials.gatewayId,
    inboxPort: stack.ports.inbox,
  }
  await runSteps([registerInbox(stack.ports.inbox), ...SEED_STEPS], { demo, progress, save })
  return { credentials, runBackgroundSteps: () => runSteps(BACKGROUND_STEPS, { demo, progress, save }) }
}

/** Runs the uncompleted steps in order, and saves the progress after each. */
export async function runSteps(
  steps: SeedStep[],
  { demo, progress, save }: { demo: DemoClients; progress: Progress; save: () => void },
): Promise<void> {
  for (const step of steps) {
    if (progress.done.includes(step.name)) continue
    await step.run(demo)
    progress.done.push(step.name)
    save()
  }
}

async function makeCredentials(
  { cli }: EmbeddedStack,
  progress: Progress,
  save: () => void,
): Promise<Credentials> {
  const run = async <T>(shape: z.ZodType<T>, ...args: string[]): Promise<T> =>
    shape.parse(JSON.parse(await cli.run([...args, '--json'])))

  if (progress.gatewayId === undefined) {
    const account = await run(Account, 'account', 'create', ...Object.entries(TERMS).flat())
    progress.gatewayId = account.gateway_id
    save()
  }
  if (progress.apiKey === undefined) {
    const key = ['--account', progress.gatewayId, '--name', 'Demo', '--scopes', SCOPES.join(',')]
    progress.apiKey = (await run(Key, 'api-key', 'create', ...key)).key
    save()
  }
  if (progress.testKey === undefined) {
    const key = ['--account', progress.gatewayId, '--name', 'Teste', '--scopes', SCOPES.join(','), '--test']
    progress.testKey = (await run(Key, 'api-key', 'create', ...key)).key
    save()
  }
  if (progress.password === undefined) {
    const user = await run(User, 'console-user', 'create', '--email', EMAIL, '--role', 'admin', '--totp')
    Object.assign(progress, { email: EMAIL, password: user.password, totpSecret: user.totp_secret })
    save()
  }
  if (progress.totpSecret == null) {
    progress.totpSecret = (await run(Totp, 'console-user', 'set-totp', '--email', EMAIL)).totp_secret
    save()
  }
  await Promise.all(
    Object.entries(OTHER_ROLES)
      .filter(([role]) => !progress.users.some((user) => user.role === role))
      .map(async ([role, withApp]) => {
        const email = `${role}@pix.localhost`
        const options = ['--email', email, '--role', role, '--name', `Demo ${role}`]
        const user = await run(User, 'console-user', 'create', ...options, ...(withApp ? ['--totp'] : []))
        progress.users.push({ email, role, password: user.password, totpSecret: user.totp_secret ?? null })
        save()
      }),
  )
  const { gatewayId, apiKey, testKey, email = EMAIL, password = '', totpSecret, users } = progress
  return { gatewayId, apiKey, testKey, email, password, totpSecret, users }
}
