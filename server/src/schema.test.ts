import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  getNamedType,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
} from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Permission } from './graphql/permissions.ts'
import { makeSchema, schemaText } from './schema.ts'
import { STAFF_ROLES } from './staff/permissions.ts'
import { TestConsole } from './testing/console-client.ts'
import { World } from './testing/world.ts'

/** Of an operation that is everybody's own affair: any role may. */
const SIGNED_IN = 'signed in'

/** What each operation asks of whoever calls it; null where nobody need be signed in. */
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
  webhookEventTypes: 'webhook_endpoint.read',
  webhookDeliveries: 'webhook_delivery.read',
  registerWebhookEndpoint: 'webhook_endpoint.create',
  turnOffWebhookEndpoint: 'webhook_endpoint.turn_off',
  enableWebhookEndpoint: 'webhook_endpoint.enable',
  disableWebhookEndpoint: 'webhook_endpoint.enable',
  testWebhookEndpoint: 'webhook_endpoint.test',
  rotateWebhookSecret: 'webhook_endpoint.rotate_secret',
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
  openDispute: 'dispute.open',
  submitDisputeEvidence: 'dispute.answer',
  decideDispute: 'dispute.decide',
  balanceAt: 'balance.read',
  balanceHistory: 'balance.read',
  payouts: 'payout.read',
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
  changeStaffRole: 'staff.change_role',
  deactivateStaff: 'staff.deactivate',
  reactivateStaff: 'staff.deactivate',
  mySessions: SIGNED_IN,
  endMySession: SIGNED_IN,
  endMyOtherSessions: SIGNED_IN,
  endStaffSession: 'staff.end_session',
}

/** Who may, written down a second time: a grant that slips into the server's list fails here. */
const MAY: Record<Permission, string> = {
  'merchant.read': 'support finance admin auditor',
  'merchant.change_terms': 'finance admin',
  'merchant.change_limits': 'admin',
  'merchant.suspend_payouts': 'finance admin',
  'merchant.change_bank_account': 'finance admin',
  'merchant.reveal_bank_account': 'finance admin',
  'charge.read': 'support finance admin auditor',
  'charge.cancel': 'support admin',
  'refund.request': 'support finance admin',
  'case.read': 'support finance admin auditor',
  'dispute.open': 'support admin',
  'dispute.answer': 'support admin',
  'dispute.decide': 'finance admin',
  'balance.read': 'finance admin auditor',
  'statement.read': 'finance admin auditor',
  'payout.read': 'finance admin auditor',
  'payout.record': 'finance admin',
  'payout.reverse': 'finance admin',
  'debt.write_off': 'finance admin',
  'reconciliation.read': 'finance admin auditor',
  'reconciliation.close': 'finance admin',
  'ledger_verdict.read': 'finance admin auditor',
  'webhook_endpoint.read': 'support admin auditor',
  'webhook_endpoint.create': 'support admin',
  'webhook_endpoint.turn_off': 'support admin',
  'webhook_endpoint.enable': 'support admin',
  'webhook_endpoint.test': 'support admin',
  'webhook_endpoint.rotate_secret': 'admin',
  'webhook_delivery.read': 'support admin auditor',
  'webhook_delivery.replay': 'support admin',
  'webhook_delivery.replay_bulk': 'admin',
  'webhook_delivery.replay_many': 'admin',
  'api_key.read': 'support admin auditor',
  'api_key.create': 'admin',
  'api_key.revoke': 'support admin',
  'saved_view.read': 'support finance admin auditor',
  'saved_view.save': 'support finance admin',
  'audit.read': 'admin auditor',
  'document.reveal': 'support finance admin',
  'staff.read': 'admin auditor',
  'staff.invite': 'admin',
  'staff.change_role': 'admin',
  'staff.deactivate': 'admin',
  'staff.end_session': 'admin',
  'staff.reset_totp': 'admin',
  'own_account.renew_proof': 'support finance admin auditor',
}

const UNKNOWN_ID = '01890000-0000-7000-8000-00000000000f'
const LITERALS: Record<string, string> = {
  ID: `"${UNKNOWN_ID}"`,
  Int: '1',
  Boolean: 'true',
  Cents: '"1"',
  DateTime: '"2026-01-01T00:00:00Z"',
}

/** Some value of a type, as GraphQL writes it. */
function literalOf(type: GraphQLInputType): string {
  if (isNonNullType(type)) return literalOf(type.ofType)
  if (isListType(type)) return `[${literalOf(type.ofType)}]`
  if (isEnumType(type)) return type.getValues()[0]?.name ?? ''
  if (isInputObjectType(type)) return `{ ${requiredOf(Object.values(type.getFields()))} }`
  return LITERALS[type.name] ?? '"x"'
}

const requiredOf = (fields: readonly (GraphQLArgument | GraphQLInputField)[]): string =>
  fields
    .filter(({ type }) => isNonNullType(type))
    .map(({ name, type }) => `${name}: ${literalOf(type)}`)
    .join(', ')

const schema = makeSchema()
const operations = [
  ['query', schema.getQueryType()] as const,
  ['mutation', schema.getMutationType()] as const,
].flatMap(([kind, root]) =>
  Object.values(root?.getFields() ?? {}).map((field) => {
    const given = requiredOf(field.args)
    const selection = isLeafType(getNamedType(field.type)) ? '' : ' { __typename }'
    const text = `${kind} { ${field.name}${given ? `(${given})` : ''}${selection} }`
    return { name: field.name, text, needs: NEEDS[field.name] }
  }),
)
const guarded = operations.filter(({ needs }) => needs !== null)

let world: World
let office: TestConsole
beforeAll(async () => {
  world = await World.start()
  office = await TestConsole.start(world.kit)
})
afterAll(async () => {
  await office.stop()
  await world.stop()
})

test('every operation says what it asks of whoever calls it', () => {
  expect(operations.filter(({ needs }) => needs === undefined).map(({ name }) => name)).toEqual([])
})

test('the schema that the console is built against is the one that is served (pnpm schema)', () => {
  expect(readFileSync(join(import.meta.dirname, '..', 'schema.graphql'), 'utf8')).toBe(schemaText())
})

test.each(guarded)('nobody reaches $name without signing in', async ({ text }) => {
  const { data, code } = await office.browser().send<Record<string, unknown>>(text)
  expect(code).toBe('UNAUTHENTICATED')
  expect(Object.values(data ?? {}).filter((value) => value !== null)).toEqual([])
})

describe.each(STAFF_ROLES)('%s', (role) => {
  let browser: Awaited<ReturnType<TestConsole['signedIn']>>
  beforeAll(async () => {
    browser = await office.signedIn(role)
  })

  test.each(guarded)('reaches $name exactly when the role has $needs', async ({ text, needs }) => {
    const { code } = await browser.send(text)
    const may = needs === SIGNED_IN || (needs && MAY[needs].split(' ').includes(role))
    expect(code === 'FORBIDDEN').toBe(!may)
    expect(code).not.toBe('UNAUTHENTICATED')
    expect(code).not.toBe('INTERNAL_SERVER_ERROR')
  })
})
