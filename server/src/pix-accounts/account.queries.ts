import { sql } from 'kysely'
import { plusMs } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { anyUuid } from '../kernel/database/any-of.ts'
import { sumOrZero } from '../kernel/database/expressions.ts'
import { db } from '../kernel/database/tables.ts'
import type { Outcome } from '../pix/around-calls.ts'
import type { PixAccount } from './pix-account.entity.ts'

const ZONE = 'America/Sao_Paulo'

/** All columns of the table pix_account, named like the properties of PixAccount. */
export const ACCOUNT_COLUMNS = [
  'pix_account.id',
  'pix_account.profile',
  'pix_account.environment',
  'pix_account.base_url as baseUrl',
  'pix_account.token_url as tokenUrl',
  'pix_account.client_id as clientId',
  'pix_account.pix_key as pixKey',
  'pix_account.cert_file as certFile',
  'pix_account.key_file as keyFile',
  'pix_account.ca_file as caFile',
  'pix_account.ca_pem as caPem',
  'pix_account.certificate_ends_at as certificateEndsAt',
  'pix_account.charge_ceiling_cents as chargeCeilingCents',
  'pix_account.payout_ceiling_cents as payoutCeilingCents',
  'pix_account.state',
  'pix_account.version',
  'pix_account.created_at as createdAt',
  'pix_account.updated_at as updatedAt',
] as const

/** Lists all accounts, `default` first. */
export const listPixAccounts = (ctx: Context): Promise<PixAccount[]> =>
  db(ctx).selectFrom('pix_account').select(ACCOUNT_COLUMNS).orderBy('created_at').orderBy('id').execute()

/**
 * Lists the ids of the accounts that were assigned to a merchant, in the order in which new charges prefer them.
 * Returns an empty list if no account was assigned.
 */
export async function listAssignedAccounts(ctx: Context, merchantId: string): Promise<string[]> {
  const rows = await listAssignedTo(ctx, [merchantId])
  return rows.map((row) => row.accountId)
}

/**
 * Lists the accounts that were assigned to these merchants. The accounts of each merchant are in the order in which new
 * charges prefer them.
 */
export const listAssignedTo = (ctx: Context, merchantIds: readonly string[]) =>
  db(ctx)
    .selectFrom('merchant_pix_account')
    .select(['merchant_id as merchantId', 'pix_account_id as accountId'])
    .where('merchant_id', '=', anyUuid(merchantIds))
    .orderBy('merchant_id')
    .orderBy('position')
    .execute()

/** The calls of one operation to the PSP of an account, in the hours that `listAccountCalls` counts. */
export interface AccountCalls {
  accountId: string
  operation: string
  callsCount: number
  failedCount: number
  lastCallAt: Date
  /** The outcome of the call at `lastCallAt`. Null if an earlier version of the service made the call. */
  lastOutcome: Outcome | null
}

const CALLS_MS = 24 * 3_600_000

/**
 * Counts the calls of the current hour and of the 23 hours before it, by account and operation. Each process adds its
 * counts to the stored counts with a delay.
 */
export async function listAccountCalls(ctx: Context): Promise<AccountCalls[]> {
  const rows = await db(ctx)
    .selectFrom('pix_account_hour')
    .select(({ fn: of }) => [
      'pix_account_id as accountId',
      'operation',
      of.sum<bigint>('calls_count').as('callsCount'),
      of.sum<bigint>('failed_count').as('failedCount'),
      of.max('last_call_at').as('lastCallAt'),
      sql<Outcome | null>`(array_agg(last_outcome order by last_call_at desc))[1]`.as('lastOutcome'),
    ])
    .where('hour', '>', plusMs(ctx.clock.now(), -CALLS_MS))
    .groupBy(['pix_account_id', 'operation'])
    .orderBy('operation')
    .execute()
  return rows.map((row) => ({
    ...row,
    callsCount: Number(row.callsCount),
    failedCount: Number(row.failedCount),
  }))
}

/** Sums the payments that were recorded today, by account. A day starts at midnight in São Paulo. */
export const listVolumes = (ctx: Context) =>
  db(ctx)
    .selectFrom('payment')
    .select(({ fn: of }) => ['pix_account_id as accountId', sumOrZero(of.sum('amount_cents')).as('cents')])
    .where(
      'recorded_at',
      '>=',
      sql<Date>`date_trunc('day', ${ctx.clock.now()}::timestamptz at time zone ${ZONE}) at time zone ${ZONE}`,
    )
    .groupBy('pix_account_id')
    .execute()

/** Sums, by account, the payments that the service has recorded but the PSP has not listed yet. */
export const listClearingSums = (ctx: Context) =>
  db(ctx)
    .selectFrom('payment')
    .select(({ fn: of }) => ['pix_account_id as accountId', sumOrZero(of.sum('amount_cents')).as('cents')])
    .where('settled_at', 'is', null)
    .groupBy('pix_account_id')
    .execute()
