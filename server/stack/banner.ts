import type { Ports } from './resolve-ports.ts'
import type { Credentials } from './seed/seed.ts'
import type { Settings } from './settings.ts'

/** The URLs and credentials of a running stack, for scripts. The file `demo.json` contains this object. */
export interface DemoFile {
  base_url: string
  api_key: string
  test_api_key: string
  gateway_id: string
  console: {
    url: string
    email: string
    password: string
    totp_secret: string | null
    /** One user for each role, the administrator first. */
    users: { email: string; role: string; password: string; totp_secret: string | null }[]
  }
  metrics_url: string
  simulator_url: string
  simulator: { client_id: string; client_secret: string }
}

/** Returns the URLs and credentials of a running stack. */
export function describeDemo(ports: Ports, settings: Settings, credentials: Credentials): DemoFile {
  const origin = `http://127.0.0.1:${ports.server}`
  const { email, password, totpSecret, apiKey, testKey, gatewayId } = credentials
  const users = [{ email, role: 'admin', password, totpSecret }, ...credentials.users].map(
    ({ totpSecret: secret, ...user }) => ({ ...user, totp_secret: secret }),
  )
  return {
    base_url: origin,
    api_key: apiKey,
    test_api_key: testKey,
    gateway_id: gatewayId,
    console: { url: `${origin}/`, email, password, totp_secret: totpSecret, users },
    metrics_url: `http://127.0.0.1:${ports.metrics}/metrics`,
    simulator_url: `http://127.0.0.1:${ports.simulator}`,
    simulator: {
      client_id: settings['PIX_CLIENT_ID'] ?? '',
      client_secret: settings['PIX_CLIENT_SECRET'] ?? '',
    },
  }
}

const RULE = '─'.repeat(78)

/**
 * Returns the text printed once the stack runs. A person can paste both commands of the text into a shell unchanged,
 * also several times.
 */
export function banner(demo: DemoFile, dataDir: string): string {
  const { console, simulator_url: network } = demo
  return `
${RULE}
  The Pix charge service is running.

  Console       ${console.url}
${console.users.map(describeUser).join('\n')}
    code        npx pnpm cli totp --demo   (or put the app key into an authenticator)
  API           ${demo.base_url}/v1
    API key     ${demo.api_key}
    test key    ${demo.test_api_key}  (see ${demo.base_url}/docs/test-environment)
  Pix network   ${network}/  (simulated: see its charges, pay them)
    webhooks    ${network}/simulator/inbox  (webhooks that the demo merchant received)
  Metrics       ${demo.metrics_url}
  Data, logs    ${dataDir}

  Create a charge:

${createCommand(demo)}

  Pay it, as the payer's bank would:

${payCommand(demo)}

  Ctrl-C stops everything.
${RULE}
`
}

type User = DemoFile['console']['users'][number]

const describeUser = ({ email, role, password, totp_secret: secret }: User): string =>
  `    ${role.padEnd(11)} ${email}  ${password}${secret === null ? '' : `\n${' '.repeat(16)}app key ${secret}`}`

function createCommand({ base_url: origin, api_key: key }: DemoFile): string {
  return `curl -sS ${origin}/v1/pix/charges \\
  -H 'Authorization: Bearer ${key}' \\
  -H 'Content-Type: application/json' \\
  -H "Idempotency-Key: pedido-$(date +%s)" \\
  -d '{"order_reference":"pedido-'"$(date +%s)"'","amount_cents":1990,"description":"Café 250 g",
       "payer":{"name":"Maria da Silva","document":"52998224725",
                "email":"maria@exemplo.com.br","phone":"+5511912345678"}}'`
}

/**
 * Returns a command that pays the latest pending charge. The command finds this charge itself, so it needs no output
 * of the first command.
 */
function payCommand({ base_url: origin, api_key: key, simulator_url: network }: DemoFile): string {
  return `curl -sS ${network}/simulator/pay -H 'Content-Type: application/json' \\
  -d '{"txid":"'"$(curl -sS '${origin}/v1/pix/charges?status=pending&limit=1' \\
    -H 'Authorization: Bearer ${key}' | sed 's/.*"txid":"\\([^"]*\\)".*/\\1/')"'"}'`
}
