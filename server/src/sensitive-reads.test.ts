import { beforeAll, expect, test } from 'vitest'
import { sql } from './kernel/database/sql.ts'
import { totpCodeAt } from './staff/second-factor/totp.ts'
import { aBankAccount, BANK_ACCOUNT } from './testing/fixtures/bank-accounts.ts'
import { whoAmI, type ConsoleClient } from './testing/clients/console-client.ts'
import { createCharge } from './testing/fixtures/charges.ts'
import { startConsole } from './testing/fixtures/start-console.ts'

const CPF = '52998224725'
const REASON = 'O lojista pediu ao telefone'

const { world, testConsole } = await startConsole()
let admin: ConsoleClient
let adminPassword: string
let adminId: string
let chargeId: string
let endpointId: string
beforeAll(async () => {
  const person = await testConsole.createPerson('admin', { app: true })
  admin = await testConsole.signInAs(person)
  adminPassword = person.password
  adminId = (await whoAmI(admin))?.id ?? ''
  const payer = { name: 'Maria', document: CPF, email: 'maria@exemplo.com.br', phone: '+5511912345678' }
  chargeId = (await createCharge(world.rest, { payer })).body.id
  const url = 'https://shop.example/hook'
  endpointId = (await world.rest.post<{ id: string }>('/v1/webhooks/endpoints', { url })).body.id
  await aBankAccount(world, world.merchantId)
})

interface Line {
  actor: string
  role: string
  action: string
  target_id: string | null
  reason: string | null
}

const auditEntries = (): Promise<Line[]> =>
  sql<Line>(world.context(), 'select * from audit_entry order by seq')

/** Sends an operation and returns its data as JSON text. */
async function shown(text: string, variables: object = {}): Promise<string> {
  const { data, errors } = await admin.send(text, { m: world.merchantId, r: REASON, ...variables })
  expect(errors).toEqual([])
  return JSON.stringify(data)
}

/** Replaces the authenticator app. Returns the secret of the new app and the recovery codes as text. */
async function enrol(): Promise<string> {
  const begin = 'mutation ($p: String!) { beginTotp(password: $p) { secret } }'
  const secret = /[A-Z2-7]{32}/.exec(await shown(begin, { p: adminPassword }))?.[0] ?? ''
  const code = totpCodeAt(secret, world.clock.now())
  return (
    secret + (await shown('mutation ($c: String!) { confirmTotp(code: $c) { recoveryCodes } }', { c: code }))
  )
}

/**
 * Every operation that discloses sensitive data: its audit action, its audit target, a function that calls it, and a
 * pattern of the data.
 */
const READS: [action: string, target: () => string | null, read: () => Promise<string>, secret: RegExp][] = [
  [
    'document.reveal',
    () => chargeId,
    () =>
      shown('mutation ($c: Uuid!, $r: String!) { revealPayerDocument(chargeId: $c, reason: $r) }', {
        c: chargeId,
      }),
    new RegExp(CPF, 'g'),
  ],
  [
    'document.reveal',
    () => world.merchantId,
    () => shown('mutation ($m: Uuid!, $r: String!) { revealMerchantDocument(merchantId: $m, reason: $r) }'),
    /12345678000195/g,
  ],
  [
    'merchant.reveal_bank_account',
    () => null,
    () =>
      shown(
        'mutation ($m: Uuid!, $r: String!) { revealBankAccount(merchantId: $m, reason: $r) { account } }',
      ),
    new RegExp(BANK_ACCOUNT.account, 'g'),
  ],
  [
    'api_key.create',
    () => null,
    () =>
      shown('mutation ($i: CreateApiKeyInput!) { createApiKey(input: $i) { key } }', {
        i: { merchantId: world.merchantId, name: 'ERP', scopes: ['balance:read'] },
      }),
    /svc_live_[0-9A-Za-z]{12}_[0-9A-Za-z]+/g,
  ],
  [
    'webhook_endpoint.create',
    () => null,
    () =>
      shown(
        'mutation ($m: Uuid!, $u: String!) { registerWebhookEndpoint(merchantId: $m, url: $u, eventTypes: []) { signingSecret } }',
        { u: 'https://shop.example/other' },
      ),
    /whsec_[^"]+/g,
  ],
  [
    'webhook_endpoint.rotate_secret',
    () => endpointId,
    () =>
      shown(
        'mutation ($m: Uuid!, $e: Uuid!) { rotateWebhookSecret(merchantId: $m, id: $e) { signingSecret } }',
        {
          e: endpointId,
        },
      ),
    /whsec_[^"]+/g,
  ],
  [
    'staff.invite',
    () => null,
    () =>
      shown('mutation ($i: InviteStaffInput!) { inviteStaff(input: $i) { token } }', {
        i: { email: 'rita@exemplo.com.br', name: 'Rita', role: 'support' },
      }),
    /[0-9A-Za-z_-]{40,}/g,
  ],
  ['staff.totp_enrolled', () => adminId, enrol, /[A-Z2-7]{32}|[0-9A-Za-z]+(-[0-9A-Za-z]+)+/g],
  [
    'staff.recovery_codes_renewed',
    () => adminId,
    () => shown('mutation { renewRecoveryCodes }'),
    /[0-9A-Za-z]+(-[0-9A-Za-z]+)+/g,
  ],
  [
    'list.export',
    () => 'merchants',
    async () => (await admin.export({ list: 'merchants', format: 'csv', zone: 'UTC' })).text(),
    /Padaria São João/g,
  ],
]

test.each(READS)(
  'the action %s writes an audit entry that does not contain the disclosed data',
  async (action, target, read, secret) => {
    const before = (await auditEntries()).length
    const secrets = (await read()).match(secret) ?? []
    expect(secrets).not.toEqual([])
    const lines = (await auditEntries()).slice(before)
    expect(lines).toMatchObject([{ action, actor: `staff:${adminId}`, role: 'admin' }])
    const [line] = lines
    expect(line?.target_id).toBe(target() ?? line?.target_id)
    expect(line?.reason).toBe(action.includes('reveal') ? REASON : null)
    const text = JSON.stringify(line, (_name, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    )
    expect(secrets.filter((one) => text.includes(one))).toEqual([])
  },
)
