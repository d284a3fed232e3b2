import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LISTS } from './exports/lists.ts'
import type { Permission } from './graphql/permissions.ts'
import { makeLog } from './kernel/log.ts'
import { STAFF_ROLES, type StaffRole } from './staff/permissions.ts'
import { TestConsole, whoAmI, type ConsoleClient } from './testing/clients/console-client.ts'
import { TestIdentityProvider, withIdentityProvider } from './testing/fakes/test-identity-provider.ts'
import { createCharge } from './testing/fixtures/charges.ts'
import { merchantWithLines, pay } from './testing/fixtures/payout-lines.ts'
import { EXPECTED_ROLES } from './testing/suites/expected-permissions.ts'
import { World } from './testing/world.ts'

/** The staff routes, each with the test that checks who may use it. */
const STAFF_ROUTES: Record<string, string> = {
  '/graphql': 'schema.test.ts: every operation with every role',
  '/test-account': 'test-account.graphql.test.ts: the same handlers for a test account',
  '/exports': 'here: every list with every role',
  '/dispute-files': 'download-file.test.ts: every role',
  '/oidc': 'here: redirects everybody to the provider',
  '/oidc/step-up': 'here: refuses sessions that started with a password',
  '/oidc/callback': 'here: refuses callbacks without a pending sign-in',
  '/assets': 'here: the same files for everybody',
  '/': 'here: the same page for everybody',
  '/index.html': 'security-headers.test.ts: redirects everybody to the page',
}

/**
 * The permission that each export requires, written independently of the code under test. The permission is null for
 * lists about the viewer's own account.
 */
const NEEDS: Record<string, Permission | null> = {
  charges: 'charge.read',
  cases: 'case.read',
  payouts: 'payout.read',
  'payout-lines': 'payout.read',
  reconciliation: 'statement.read',
  statement: 'statement.read',
  'reconciliation-exceptions': 'reconciliation.read',
  'webhook-endpoints': 'webhook_endpoint.read',
  'webhook-fleet': 'webhook_endpoint.read',
  'webhook-deliveries': 'webhook_delivery.read',
  'webhook-replays': 'webhook_delivery.read',
  merchants: 'merchant.read',
  'api-keys': 'api_key.read',
  requests: 'request.read',
  audit: 'audit.read',
  'staff-members': 'staff.read',
  'staff-invitations': 'staff.read',
  'staff-sessions': 'staff.read',
  'own-sessions': null,
  'staff-roles': 'staff.read',
}

const FILES: [path: string, status: number][] = [
  ['/', 200],
  ['/users', 200],
  ['/audit/01890000-0000-7000-8000-00000000000f', 200],
  ['/assets/app-1a2b3c.js', 200],
  ['/.operations.json', 404],
  ['/assets/..%2f.operations.json', 404],
  ['/..%2f..%2fpackage.json', 404],
]

let folder: string
let world: World
let provider: TestIdentityProvider
let testConsole: TestConsole
let paid: { merchantId: string; payoutId: string }
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'console-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Console</title>')
  writeFileSync(join(folder, 'assets', 'app-1a2b3c.js'), 'export {}')
  writeFileSync(join(folder, '.operations.json'), '{}')
  world = await World.start({ log: makeLog('silent') })
  // Create a charge: without one, the PSP's list counts as unread, and no day can be reconciled.
  await createCharge(world.rest)
  const { merchantId } = await merchantWithLines(world, [10n])
  paid = { merchantId, payoutId: await pay(world, merchantId, 10n) }
  provider = await TestIdentityProvider.start(`${world.kit.config.publicUrl}/oidc/callback`)
  const kit = withIdentityProvider(world.kit, provider.issuer)
  testConsole = await TestConsole.start({ ...kit, config: { ...kit.config, consoleDir: folder } })
})
afterAll(async () => {
  await testConsole.stop()
  await provider.stop()
  await world.stop()
  rmSync(folder, { recursive: true })
})

const go = (path: string, { cookie }: Pick<ConsoleClient, 'cookie'>): Promise<Response> =>
  fetch(testConsole.baseUrl + path, { redirect: 'manual', headers: cookie === undefined ? {} : { cookie } })

/** Returns the body of a successful response. */
const pageOf = async (answer: Response): Promise<string> => (answer.ok ? await answer.text() : 'nothing')

/** Returns a valid filter for the list. */
function filterOf(list: string): object {
  const withoutMerchant = [
    'webhook-fleet',
    'merchants',
    'staff-members',
    'staff-invitations',
    'own-sessions',
    'staff-roles',
  ]
  if (list === 'staff-sessions') return { staffId: world.merchantId }
  if (list === 'payout-lines') return paid
  if (list === 'reconciliation') return { date: '2020-01-01' }
  return withoutMerchant.includes(list) ? {} : { merchantId: world.merchantId }
}

test('STAFF_ROUTES contains every staff route, and NEEDS contains every exported list', () => {
  const files = ['app.ts', 'staff/identity-provider/identity-provider.http.ts', 'console/serve-console.ts']
  const sources = files.map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
  const named = sources
    .join('\n')
    .matchAll(/\brouter\.(?:use|all|get|post|put|patch|delete)\(\s*('[^']+'|[A-Z]+)/g)
  const known: Record<string, string> = { CALLBACK: '/oidc/callback', PAGES: '/' }
  const paths = [...named].map(([, path = '']) => known[path] ?? path.replaceAll("'", ''))
  expect([...new Set(paths)].toSorted()).toEqual(Object.keys(STAFF_ROUTES).toSorted())
  expect([...LISTS.keys()].toSorted()).toEqual(Object.keys(NEEDS).toSorted())
})

test.each(Object.keys(NEEDS))('the export of %s without a session is refused', async (list) => {
  const wanted = { list, format: 'csv', zone: 'UTC', filter: filterOf(list) }
  expect((await testConsole.browser().export(wanted)).status).toBe(401)
})

const mayHave = (role: StaffRole, needs: Permission | null): boolean =>
  needs === null || EXPECTED_ROLES[needs].split(' ').includes(role)

describe.each(STAFF_ROLES)('the role %s', (role) => {
  let browser: ConsoleClient
  beforeAll(async () => {
    browser = await testConsole.signedIn(role)
  })

  test.each(Object.entries(NEEDS))(
    'the role may export %s exactly if it has the permission %s (null: every role may)',
    async (list, needs) => {
      const answer = await browser.export({ list, format: 'csv', zone: 'UTC', filter: filterOf(list) })
      await answer.arrayBuffer()
      expect(answer.status).toBe(mayHave(role, needs) ? 200 : 403)
    },
  )

  test('a person is redirected to the provider to sign in, but not for a step-up of a password session', async () => {
    const away = await go('/oidc', browser)
    expect([away.status, new URL(away.headers.get('location') ?? '').origin]).toEqual([303, provider.issuer])
    const stepUp = await go('/oidc/step-up', browser)
    expect(stepUp.headers.get('location')).toBe('/confirmed?refused=sign_in_over')
    const unasked = await go('/oidc/callback?code=x&state=y', browser)
    expect(unasked.headers.get('location')).toBe('/sign-in?refused=sign_in_over')
    expect((await whoAmI(browser))?.role).toBe(role)
  })

  test('a signed-in person gets the same static files as a client without a session', async () => {
    for (const [path, status] of FILES) {
      const [mine, nobodys] = [await go(path, browser), await go(path, testConsole.browser())]
      expect([path, mine.status, nobodys.status]).toEqual([path, status, status])
      expect([path, await pageOf(mine)]).toEqual([path, await pageOf(nobodys)])
    }
  })
})
