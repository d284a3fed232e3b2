import { expressionBuilder, sql, type Expression } from 'kysely'
import { manyById } from '../graphql/data-loaders.ts'
import { anyUuid } from '../kernel/database/any-of.ts'
import type { Context } from '../kernel/context.ts'
import { preparedQuery, type Given } from '../kernel/database/prepared-query.ts'
import { db, type Tables } from '../kernel/database/tables.ts'

/** The codes of the reasons why payouts are suspended. */
export const SUSPENSION_CODES = [
  'negative_balance',
  'open_disputes',
  'bank_account_missing',
  'reconciliation_difference',
  'manual_hold',
] as const

/** A current reason why a merchant's payouts are suspended. */
export interface SuspensionReason {
  code: (typeof SUSPENSION_CODES)[number]
  since: Date
  /** The id of the dispute, for the reason `open_disputes`. Each open dispute is a separate reason. */
  caseId: string | null
}

/** The message for the merchant, by code. */
export const SUSPENSION_MESSAGES: Record<SuspensionReason['code'], string> = {
  negative_balance: 'Há valor devido ao serviço a compensar.',
  open_disputes: 'Há uma contestação em análise.',
  bank_account_missing: 'Falta a conta bancária para o repasse.',
  reconciliation_difference: 'Há uma diferença a esclarecer com a rede Pix.',
  manual_hold: 'Repasses suspensos pelo serviço.',
}

type Code = SuspensionReason['code']

/** Returns the reasons why payouts of a merchant are suspended, oldest first. */
export function listSuspensionReasons(ctx: Context, merchantId: string): Promise<SuspensionReason[]> {
  return selectReasons(ctx, { merchantId })
}

/**
 * Returns the reasons why a merchant's payouts are suspended, oldest first. Loads the reasons of a merchant only once
 * for each request.
 */
export const suspensionReasonsOf = manyById(
  async (ctx, merchantIds) => {
    const reasons = await Promise.all(merchantIds.map((id) => listSuspensionReasons(ctx, id)))
    return reasons.flatMap((each, n) =>
      each.map((reason) => ({ ...reason, merchantId: merchantIds[n] ?? '' })),
    )
  },
  ({ merchantId }) => merchantId,
)

const tables = expressionBuilder<Tables>()

// Each query below selects one reason for all merchants.
const heldMerchants = tables.selectFrom('merchant').where('payouts_suspended', '=', true)
const merchantsWithoutAccount = tables.selectFrom('merchant').where('bank_account_removed_at', 'is not', null)
const debts = tables
  .selectFrom('ledger_account')
  .where('code', '=', 'receivable')
  .where('balance_cents', '<', 0n)
const differences = tables
  .selectFrom('reconciliation_exception')
  .where('state', '=', 'open')
  .where('kind', '<>', 'payment_not_recorded')
const disputes = tables
  .selectFrom('financial_case')
  .where('kind', '=', 'dispute')
  .where('status', '=', 'open')

const codeOf = (code: Code) => sql.lit(code).as('code')
const noCase = sql<string | null>`null::uuid`.as('caseId')

/**
 * Selects when the current manual suspension of a merchant's payouts started. That time is the start of the first terms
 * version after the last version without a manual suspension.
 */
const manualHold = (merchantId: Expression<string>) =>
  heldMerchants.where('id', '=', merchantId).select(() => {
    const terms = tables.selectFrom('merchant_terms').where('merchant_id', '=', merchantId)
    const lastWithoutHold = terms
      .where((eb) => eb.not(eb.cast<boolean>(eb.ref('terms', '->>').key('payoutsSuspended'), 'boolean')))
      .select((eb) => eb.fn.max('version').as('version'))
    const heldSince = terms
      .where('version', '>', tables.fn.coalesce(lastWithoutHold, tables.lit(0)))
      .select((eb) => eb.fn.min('valid_from').as('since'))
    return [codeOf('manual_hold'), heldSince.as('since'), noCase]
  })

const missingBankAccount = (merchantId: Expression<string>) =>
  merchantsWithoutAccount
    .where('id', '=', merchantId)
    .select([codeOf('bank_account_missing'), 'bank_account_removed_at as since', noCase])

/**
 * Selects when the current debt of a merchant started: the time of the last line that changed the receivable from zero
 * to a negative amount.
 */
const negativeBalance = (merchantId: Expression<string>) =>
  debts.where('merchant_id', '=', merchantId).select(() => {
    const owedSince = tables
      .selectFrom('journal_line as l')
      .innerJoin('journal_entry as e', (join) =>
        join.onRef('e.merchant_id', '=', 'l.merchant_id').onRef('e.id', '=', 'l.journal_id'),
      )
      .select('e.posted_at')
      .where('l.merchant_id', '=', merchantId)
      .where('l.account_code', '=', 'receivable')
      .whereRef('l.balance_after_cents', '=', 'l.amount_cents')
      .where('l.amount_cents', '<', 0n)
      .orderBy('l.account_version', 'desc')
      .limit(1)
    return [codeOf('negative_balance'), owedSince.as('since'), noCase]
  })

const reconciliationDifference = (merchantId: Expression<string>) =>
  differences
    .where('merchant_id', '=', merchantId)
    .having((eb) => eb.fn.countAll(), '>', 0)
    .select((eb) => [codeOf('reconciliation_difference'), eb.fn.min('opened_at').as('since'), noCase])

const openDisputes = (merchantId: Expression<string>) =>
  disputes
    .where('merchant_id', '=', merchantId)
    .select([codeOf('open_disputes'), 'opened_at as since', 'id as caseId'])

const selectReasons = preparedQuery((compiler, given: Given<{ merchantId: string }>) => {
  const merchantId = given('merchantId')
  const reasons = manualHold(merchantId)
    .unionAll(missingBankAccount(merchantId))
    .unionAll(negativeBalance(merchantId))
    .unionAll(reconciliationDifference(merchantId))
    .unionAll(openDisputes(merchantId))
  return compiler
    .selectFrom(reasons.as('reason'))
    .select(['code', 'since', 'caseId'])
    .orderBy('since')
    .orderBy('code')
    .orderBy('caseId')
    .$narrowType<{ since: Date }>()
})

/** A merchant with suspended payouts, and one of the reasons. */
export interface Suspension {
  merchantId: string
  code: Code
}

/**
 * Selects the suspension reasons of all merchants, without the times at which they started. A merchant can have the
 * same code in several rows.
 */
export const ALL_SUSPENSIONS = heldMerchants
  .select(['id as merchantId', codeOf('manual_hold')])
  .unionAll(merchantsWithoutAccount.select(['id as merchantId', codeOf('bank_account_missing')]))
  .unionAll(debts.select(['merchant_id as merchantId', codeOf('negative_balance')]))
  .unionAll(differences.select(['merchant_id as merchantId', codeOf('reconciliation_difference')]))
  .unionAll(disputes.select(['merchant_id as merchantId', codeOf('open_disputes')]))

/** Returns the reasons why payouts of these merchants are suspended. Each code occurs once per merchant. */
export function listSuspensionsOf(ctx: Context, merchantIds: readonly string[]): Promise<Suspension[]> {
  return db(ctx)
    .selectFrom(ALL_SUSPENSIONS.as('reason'))
    .distinct()
    .select(['merchantId', 'code'])
    .where('merchantId', '=', anyUuid(merchantIds))
    .orderBy('code')
    .execute()
}
