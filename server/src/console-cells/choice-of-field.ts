import { inCellOfAccount, inCellOfMerchantAndAccounts } from './account-cells.ts'
import { addUp } from './add-up.ts'
import {
  inCellOf,
  inCellOfResult,
  inCellWithRecord,
  inEach,
  inEachPage,
  inFirstWithRecord,
  type Choice,
} from './choices.ts'
import {
  concat,
  mergeAttention,
  mergeAttentionCounts,
  mergeDays,
  mergeDaySummaries,
  mergeFailures,
  mergeFinance,
  mergeHits,
  mergeLastPayouts,
  mergeMerchants,
  mergeOtherMerchants,
  mergeRunStates,
  mergeSupport,
  mergeTexts,
  mergeVerdicts,
} from './merges.ts'

/**
 * The operations without a merchant that use only the cell `main`: on staff, on their sessions and views, and on
 * constants. The fields of `home` have choices of their own.
 */
export const MAIN_FIELDS: ReadonlySet<string> = new Set([
  'accountSecurity',
  'invitation',
  'me',
  'mySessions',
  'passwordOffer',
  'savedViews',
  'signInWays',
  'staffInvitations',
  'staffMember',
  'staffMembers',
  'staffRoles',
  'apiKeyScopes',
  'home',
  'pixProfiles',
  'webhookEventTypes',
  'acceptInvitation',
  'beginEnrolment',
  'beginTotp',
  'changePassword',
  'changeStaffRole',
  'confirmEnrolment',
  'confirmTotp',
  'deactivateStaff',
  'deleteView',
  'endMyOtherSessions',
  'endMySession',
  'endStaffSession',
  'extendSession',
  'inviteStaff',
  'offerStaffPassword',
  'reactivateStaff',
  'renewRecoveryCodes',
  'resetStaffTotp',
  'saveView',
  'setPasswordByLink',
  'signIn',
  'signInWithCode',
  'signOut',
  'stepUp',
  'unlinkMyIdentity',
  'unlinkStaffIdentity',
  'withdrawInvitation',
])

/**
 * The functions that choose the cells of an operation or field. The map has a function for each operation that names no
 * merchant and is not in `MAIN_FIELDS`. The map also has a function for each field of an object that belongs to no
 * single cell. An operation that names a merchant uses the merchant's cell.
 */
export const CHOICES: ReadonlyMap<string, Choice> = new Map([
  ['Query.cases', inEachPage],
  ['Query.charges', inEachPage],
  ['Query.merchantBalances', inEachPage],
  ['Query.payouts', inEachPage],
  ['Query.reconciliationExceptions', inEachPage],
  ['Query.requests', inEachPage],
  ['Query.webhookEndpointFleet', inEachPage],
  ['Query.auditActions', inEach(mergeTexts)],
  ['Query.auditEntry', inCellWithRecord],
  ['Query.charge', inCellWithRecord],
  ['Query.ledgerSum', inEach(addUp)],
  ['Query.ledgerVerdict', inEach(mergeVerdicts)],
  ['Query.ledgerVerification', inEach(mergeRunStates)],
  ['Query.merchant', inCellOf('id')],
  ['Query.merchants', inEach(mergeMerchants)],
  ['Query.otherMerchantsWithAttention', inEach(mergeOtherMerchants)],
  ['Query.payoutHistory', inEach(mergeDays)],
  ['Query.pixAccounts', inEach(concat)],
  ['Query.reconciliationDay', inEach(mergeDaySummaries)],
  ['Query.reconciliationTotals', inEach(addUp)],
  ['Query.requestFailures', inEach(mergeFailures)],
  ['Query.search', inEach(mergeHits)],
  ['Home.support', inEach(mergeSupport)],
  ['Home.finance', inEach(mergeFinance)],
  ['Home.attention', inEach(mergeAttention)],
  ['Home.attentionCounts', inEach(mergeAttentionCounts)],
  ['FinanceHome.lastPayouts', inEach(mergeLastPayouts)],
  ['FinanceHome.ledgerVerdict', inEach(mergeVerdicts)],
  ['Mutation.changePixAccountConnection', inCellOfAccount],
  ['Mutation.closeReconciliationException', inFirstWithRecord],
  ['Mutation.createMerchant', inCellOfResult],
  ['Mutation.createPixAccount', inCellOfAccount],
  ['Mutation.replacePixAccountCallbackSecret', inCellOfAccount],
  ['Mutation.replacePixAccountSecrets', inCellOfAccount],
  ['Mutation.requestLedgerVerification', inEach(mergeRunStates)],
  ['Mutation.revealPayerDocument', inFirstWithRecord],
  ['Mutation.setPixAccountCeilings', inCellOfAccount],
  ['Mutation.setPixAccountState', inCellOfAccount],
])

/**
 * The functions that choose the cells of operations that name a merchant, but may need other cells than the merchant's.
 * The audit log of a merchant who moved is in several cells, and the ids of receiving accounts contain a cell.
 */
export const CHOICES_WITH_MERCHANT: ReadonlyMap<string, Choice> = new Map([
  ['Query.auditEntries', inEachPage],
  ['Mutation.assignPixAccounts', inCellOfMerchantAndAccounts],
])

/**
 * The fields of a record that stays in its cell when its merchant moves. Their values are in the cell of the merchant.
 * If this cell does not answer, the cell of the record is used.
 */
export const FIELDS_OF_MERCHANT: ReadonlySet<string> = new Set([
  'AuditEntry.actorName',
  'AuditEntry.merchant',
  'AuditEntry.target',
])

/** The fields whose values are ids of receiving accounts. */
export const ACCOUNT_ID_FIELDS: ReadonlySet<string> = new Set([
  'PixAccount.id',

  'Merchant.pixAccountIds',
  'Mutation.assignPixAccounts',
])
