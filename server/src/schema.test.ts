import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getNamedType, isInputObjectType, isObjectType } from 'graphql'
import { beforeAll, describe, expect, test } from 'vitest'
import { STEP_UP_MS, type Permission } from './graphql/permissions.ts'
import { makeSchema, schemaText } from './schema.ts'
import { STAFF_ROLES, type StaffRole } from './staff/permissions.ts'
import { ATTEMPTS_WINDOW_MS } from './staff/throttle/throttle.ts'
import type { TestConsole } from './testing/clients/console-client.ts'
import { startConsole } from './testing/fixtures/start-console.ts'
import { operationsOf } from './testing/suites/operations.ts'
import { EXPECTED_ROLES, EXPECTED_STEP_UP } from './testing/suites/expected-permissions.ts'

/** Marks an operation that every signed-in person may use. */
const SIGNED_IN = 'signed in'

/** The required permission of each operation; null for an operation without a session. */
const NEEDS: Record<string, Permission | typeof SIGNED_IN | null> = {
  me: null,
  signIn: null,
  signInWays: null,
  signInWithCode: null,
  beginEnrolment: null,
  confirmEnrolment: null,
  signOut: null,
  accountSecurity: SIGNED_IN,
  extendSession: SIGNED_IN,
  stepUp: SIGNED_IN,
  beginTotp: SIGNED_IN,
  confirmTotp: SIGNED_IN,
  renewRecoveryCodes: 'own_account.renew_proof',
  changePassword: SIGNED_IN,
  resetStaffTotp: 'staff.reset_totp',
  merchants: 'merchant.read',
  charges: 'charge.read',
  charge: 'charge.read',
  balance: 'balance.read',
  statement: 'statement.read',
  apiKeys: 'api_key.read',
  apiKeyScopes: 'api_key.read',
  createApiKey: 'api_key.create',
  revokeApiKey: 'api_key.revoke',
  webhookEndpoints: 'webhook_endpoint.read',
  webhookEndpoint: 'webhook_endpoint.read',
  webhookEndpointHistory: 'webhook_endpoint.read',
  webhookEventTypes: 'webhook_endpoint.read',
  webhookDeliveries: 'webhook_delivery.read',
  registerWebhookEndpoint: 'webhook_endpoint.create',
  turnOffWebhookEndpoint: 'webhook_endpoint.turn_off',
  enableWebhookEndpoint: 'webhook_endpoint.enable',
  disableWebhookEndpoint: 'webhook_endpoint.enable',
  testWebhookEndpoint: 'webhook_endpoint.test',
  rotateWebhookSecret: 'webhook_endpoint.rotate_secret',
  changeWebhookEndpointLimits: 'webhook_endpoint.change_limits',
  webhookEndpointFleet: 'webhook_endpoint.read',
  webhookDelivery: 'webhook_delivery.read',
  replayWebhookDelivery: 'webhook_delivery.replay',
  replayWebhooks: 'webhook_delivery.replay_bulk',
  webhookReplay: 'webhook_delivery.read',
  webhookReplays: 'webhook_delivery.read',
  merchant: 'merchant.read',
  updateTerms: 'merchant.change_terms',
  updateLimits: 'merchant.change_limits',
  suspendPayouts: 'merchant.suspend_payouts',
  resumePayouts: 'merchant.suspend_payouts',
  setBankAccount: 'merchant.change_bank_account',
  revealBankAccount: 'merchant.reveal_bank_account',
  cancelCharge: 'charge.cancel',
  requestRefund: 'refund.request',
  cases: 'case.read',
  financialCase: 'case.read',
  retryReturn: 'case.retry_return',
  openDispute: 'dispute.open',
  submitDisputeEvidence: 'dispute.answer',
  decideDispute: 'dispute.decide',
  balanceAt: 'balance.read',
  balanceHistory: 'balance.read',
  payouts: 'payout.read',
  payoutHistory: 'payout.read',
  payout: 'payout.read',
  recordPayout: 'payout.record',
  reservePayout: 'payout.record',
  settlePayout: 'payout.record',
  releasePayout: 'payout.record',
  reversePayout: 'payout.reverse',
  reverseJournalEntry: 'payout.reverse',
  debtWriteOffs: 'balance.read',
  askDebtWriteOff: 'debt.write_off',
  agreeToDebtWriteOff: 'debt.write_off',
  refuseDebtWriteOff: 'debt.write_off',
  reconciliationExceptions: 'reconciliation.read',
  closeReconciliationException: 'reconciliation.close',
  ledgerVerdict: 'ledger_verdict.read',
  search: 'charge.read',
  home: 'merchant.read',
  savedViews: 'saved_view.read',
  saveView: 'saved_view.save',
  deleteView: 'saved_view.save',
  auditEntries: 'audit.read',
  auditEntry: 'audit.read',
  auditActions: 'audit.read',
  revealPayerDocument: 'document.reveal',
  revealMerchantDocument: 'document.reveal',
  staffMembers: 'staff.read',
  staffMember: 'staff.read',
  staffRoles: 'staff.read',
  staffInvitations: 'staff.read',
  inviteStaff: 'staff.invite',
  withdrawInvitation: 'staff.invite',
  invitation: null,
  acceptInvitation: null,
  offerStaffPassword: 'staff.offer_password',
  passwordOffer: null,
  setPasswordByLink: null,
  unlinkStaffIdentity: 'staff.unlink_identity',
  unlinkMyIdentity: 'own_account.renew_proof',
  changeStaffRole: 'staff.change_role',
  deactivateStaff: 'staff.deactivate',
  reactivateStaff: 'staff.deactivate',
  mySessions: SIGNED_IN,
  endMySession: SIGNED_IN,
  endMyOtherSessions: SIGNED_IN,
  endStaffSession: 'staff.end_session',
}

const SCALARS = {
  Uuid: '01890000-0000-7000-8000-00000000000f',
  SessionId: '0123456789abcdef0123456789abcdef',
  String: 'x',
  Int: 1,
  Boolean: true,
  Cents: '1',
  DateTime: '2026-01-01T00:00:00Z',
}

const operations = operationsOf(makeSchema()).map(({ name, text, variables }) => {
  const needs = NEEDS[name]
  const hasStepUp = needs != null && needs !== SIGNED_IN && EXPECTED_STEP_UP.includes(needs)
  // Replacing an authenticator app requires step-up authentication, and everybody here has an app.
  const needsStepUp = hasStepUp || name === 'beginTotp'
  return { name, text, variables: variables(SCALARS), needs, needsStepUp }
})
const guarded = operations.filter(({ needs }) => needs !== null)

const mayUse = (role: StaffRole, needs: Permission | typeof SIGNED_IN | null | undefined): boolean =>
  needs === SIGNED_IN || (needs != null && EXPECTED_ROLES[needs].split(' ').includes(role))

/** Error codes of a request that did not reach its resolver's own logic. */
const NOT_REACHED = [
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'STEP_UP_REQUIRED',
  'GRAPHQL_VALIDATION_FAILED',
  'GRAPHQL_PARSE_FAILED',
  'BAD_USER_INPUT',
  'INTERNAL_SERVER_ERROR',
]

const { world, testConsole } = await startConsole()

test('NEEDS contains every operation', () => {
  expect(operations.filter(({ needs }) => needs === undefined).map(({ name }) => name)).toEqual([])
})

test('schema.graphql is up to date (pnpm schema)', () => {
  expect(readFileSync(join(import.meta.dirname, '..', 'schema.graphql'), 'utf8')).toBe(schemaText())
})

test('no argument and no input field has type ID, which accepts malformed ids', () => {
  const schema = makeSchema()
  const objects = Object.values(schema.getTypeMap()).filter(isObjectType)
  const inputs = Object.values(schema.getTypeMap()).filter(isInputObjectType)
  const given = [
    ...objects.flatMap((type) => Object.values(type.getFields()).flatMap(({ args }) => args)),
    ...inputs.flatMap((type) => Object.values(type.getFields())),
  ]
  expect(given.filter(({ type }) => getNamedType(type).name === 'ID').map(({ name }) => name)).toEqual([])
})

test('NEEDS contains no removed operation', () => {
  const known = new Set(operations.map(({ name }) => name))
  expect(Object.keys(NEEDS).filter((name) => !known.has(name))).toEqual([])
})

test.each(guarded)('$name without a session is refused', async ({ text, variables }) => {
  const { data, code } = await testConsole.browser().send<Record<string, unknown>>(text, variables)
  expect(code).toBe('UNAUTHENTICATED')
  expect(Object.values(data ?? {}).filter((value) => value !== null)).toEqual([])
})

describe.each(STAFF_ROLES)('%s', (role) => {
  let browser: Awaited<ReturnType<TestConsole['signedIn']>>
  /** Signs in after earlier failed attempts no longer count. */
  const signIn = async () => {
    world.clock.advance(ATTEMPTS_WINDOW_MS)
    browser = await testConsole.signedIn(role)
  }
  const outcomeOf = async ({ text, variables }: (typeof guarded)[number]): Promise<string> => {
    const { code = 'done' } = await browser.send(text, variables)
    return NOT_REACHED.includes(code) ? code : 'reached'
  }

  describe('with a recent step-up authentication', () => {
    beforeAll(signIn)

    test.each(guarded)('may use $name exactly when the role has $needs', async (operation) => {
      expect(await outcomeOf(operation)).toBe(mayUse(role, operation.needs) ? 'reached' : 'FORBIDDEN')
    })
  })

  describe('with an expired step-up authentication', () => {
    beforeAll(async () => {
      await signIn()
      world.clock.advance(STEP_UP_MS)
    })

    test.each(guarded)('needs a new step-up for $name exactly when it is listed', async (operation) => {
      const reached = operation.needsStepUp ? 'STEP_UP_REQUIRED' : 'reached'
      expect(await outcomeOf(operation)).toBe(mayUse(role, operation.needs) ? reached : 'FORBIDDEN')
    })
  })
})
