import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { DatasetIds } from '../fixtures/growing-dataset.ts'

const GENERATED = join(import.meta.dirname, '../../../../console/src/api/generated/persisted-documents.json')

/** The persisted queries of the console, by name. */
export const QUERIES = new Map(
  Object.values(z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(GENERATED, 'utf8')))).flatMap(
    (text) => {
      const [, name] = /\bquery (\w+)/.exec(text) ?? []
      return name === undefined ? [] : [[name, text] as const]
    },
  ),
)

type Variables = (of: DatasetIds) => Record<string, unknown>

const none: Variables = () => ({})
const first: Variables = () => ({ first: 50 })
const ofMerchant: Variables = ({ merchantId }) => ({ merchantId })
const listOfMerchant: Variables = ({ merchantId }) => ({ filter: { merchantId }, first: 50 })
const DAYS = { from: '2026-01-01T00:00:00Z', to: '2026-01-08T00:00:00Z', zone: 'America/Sao_Paulo' }

/** For each query: the maximum number of SQL statements for any number of rows, and the query's variables. */
export const COSTS: Record<string, [most: number, variables: Variables]> = {
  AccountSecurity: [5, none],
  ApiKeyScopes: [1, none],
  ApiKeys: [2, ofMerchant],
  AssignablePixAccounts: [2, none],
  AuditChoices: [3, none],
  AuditEntries: [6, first],
  AuditEntry: [5, ({ auditId }) => ({ id: auditId })],
  Balance: [3, ofMerchant],
  BalanceAt: [2, ({ merchantId }) => ({ merchantId, asOf: DAYS.to })],
  BalanceHistory: [2, ({ merchantId }) => ({ merchantId, ...DAYS })],
  Case: [6, ({ merchantId, caseId }) => ({ merchantId, id: caseId })],
  Cases: [4, first],
  Charge: [20, ({ chargeId }) => ({ id: chargeId })],
  Charges: [4, first],
  DebtWriteOffs: [4, ofMerchant],
  DisputePreview: [6, ({ chargeId }) => ({ chargeId })],
  Home: [14, () => ({ zone: DAYS.zone })],
  InvitationOffer: [2, ({ invitationToken }) => ({ token: invitationToken })],
  KeyCounts: [3, none],
  LedgerVerdict: [3, none],
  Me: [2, none],
  Merchant: [6, ({ merchantId }) => ({ id: merchantId })],
  LedgerSum: [2, () => ({ asOf: DAYS.to })],
  MerchantFigures: [3, ofMerchant],
  MerchantKeys: [2, ofMerchant],
  MerchantList: [4, () => ({ first: 50 })],
  MerchantTotals: [3, none],
  Merchants: [2, none],
  MySessions: [2, none],
  OtherMerchants: [3, ({ merchantId }) => ({ than: merchantId, kinds: null })],
  PasswordOffer: [2, () => ({ token: 'x' })],
  Payout: [11, ({ merchantId, payoutId }) => ({ merchantId, id: payoutId })],
  PayoutHistory: [2, ({ merchantId }) => ({ merchantId, ...DAYS })],
  PayoutLines: [4, ({ merchantId, payoutId }) => ({ merchantId, payoutId, first: 50 })],
  PayoutRoom: [5, ofMerchant],
  Payouts: [4, first],
  PixAccounts: [6, none],
  Proved: [4, none],
  Requests: [5, first],
  RequestFailures: [2, ({ merchantId }) => ({ merchantId, from: DAYS.from })],
  ReconciliationDay: [7, ({ merchantId }) => ({ merchantId, date: '2026-01-02' })],
  ReconciliationExceptions: [3, first],
  ReconciliationTotals: [2, none],
  RefundPreview: [6, ({ chargeId }) => ({ chargeId, amountCents: '1' })],
  ReserveSchedule: [2, ({ merchantId }) => ({ merchantId, zone: DAYS.zone })],
  SavedViews: [3, none],
  Search: [7, () => ({ text: 'pedido-' })],
  SignInWays: [1, none],
  StaffInvitations: [3, none],
  StaffMember: [5, ({ staffId }) => ({ id: staffId })],
  StaffMembers: [3, none],
  StaffRoles: [1, none],
  Statement: [4, listOfMerchant],
  StatementSummary: [6, ({ merchantId }) => ({ merchantId, clock: 'posting', from: null, to: null })],
  TestAccount: [2, ofMerchant],
  WebhookDeliveries: [6, listOfMerchant],
  WebhookDelivery: [7, ({ merchantId, deliveryId }) => ({ merchantId, id: deliveryId })],
  WebhookEndpoint: [6, ({ merchantId, endpointId }) => ({ merchantId, id: endpointId })],
  WebhookEndpointHistory: [
    3,
    ({ merchantId, endpointId }) => ({ merchantId, endpointId, ...DAYS, step: 'hour' }),
  ],
  WebhookEndpoints: [6, ofMerchant],
  WebhookEventTypes: [1, none],
  WebhookFleet: [7, first],
  WebhookReplay: [2, ({ merchantId, replayId }) => ({ merchantId, id: replayId })],
  WebhookReplays: [4, ({ merchantId }) => ({ merchantId, first: 50 })],
}

/**
 * The queries whose answers must grow with the data. If an answer did not grow, the test would not compare one row with
 * many rows.
 */
export const GROWING = [
  'ApiKeys AuditEntries Cases Charge Charges DebtWriteOffs Home MerchantList Merchants MySessions Payouts',
  'ReconciliationExceptions SavedViews Search StaffInvitations StaffMember StaffMembers Statement StatementSummary',
  'WebhookDeliveries WebhookEndpoints WebhookFleet WebhookReplays',
].flatMap((names) => names.split(' '))
