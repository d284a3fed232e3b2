import type { Client } from 'pg'

/** An event that is not in the feed yet. */
export interface QueuedEvent {
  id: string
  createdAt: Date
}

/** Returns the events that are not in the feed yet, in their order. */
export async function readQueuedEvents(client: Client, merchantId: string): Promise<QueuedEvent[]> {
  const { rows } = await client.query<QueuedEvent>(
    `select event_id as id, event_created_at as "createdAt" from event_unsequenced where merchant_id = $1 order by id`,
    [merchantId],
  )
  return rows
}

/** Returns the codes of the merchant's clearing accounts. */
export async function readClearingCodes(client: Client, merchantId: string): Promise<string[]> {
  const { rows } = await client.query<{ code: string }>(
    `select code from ledger_account where merchant_id = $1 and starts_with(code, 'provider_clearing')`,
    [merchantId],
  )
  return rows.map(({ code }) => code)
}

/** A payment that the list of its PSP does not contain yet. */
export interface UnlistedPayment {
  id: string
  chargeId: string | null
  amountCents: bigint
  pixAccountId: string
}

/** Returns the payments that the lists of the PSPs do not contain yet. */
export async function readUnlisted(client: Client, merchantId: string): Promise<UnlistedPayment[]> {
  const { rows } = await client.query<Omit<UnlistedPayment, 'amountCents'> & { cents: string }>(
    `select id, charge_id as "chargeId", amount_cents::text as cents, pix_account_id as "pixAccountId"
     from payment where merchant_id = $1 and settled_at is null order by id`,
    [merchantId],
  )
  return rows.map(({ cents, ...payment }) => ({ ...payment, amountCents: BigInt(cents) }))
}

/** Returns the hashes of all keys of the merchant. */
export async function readKeyHashes(client: Client, merchantId: string): Promise<Buffer[]> {
  const { rows } = await client.query<{ hash: Buffer }>('select hash from api_key where merchant_id = $1', [
    merchantId,
  ])
  return rows.map(({ hash }) => hash)
}

/**
 * Returns which of the receiving accounts `ids` a new charge cannot use. If `ids` is empty, checks the account
 * `default`.
 */
export async function findUnusable(client: Client, ids: readonly string[]): Promise<string[]> {
  const wanted = ids.length > 0 ? ids : ['default']
  const { rows } = await client.query<{ id: string }>(
    `select wanted.id from unnest($1::text[]) wanted (id)
     where not exists (select from pix_account a where a.id = wanted.id and a.state = 'active')`,
    [wanted],
  )
  return rows.map(({ id }) => id)
}

/** Returns the names of all migrations of the database, in one text. */
export async function readMigrationNames(client: Client): Promise<string> {
  const { rows } = await client.query<{ names: string | null }>(
    `select string_agg(name, ',' order by name) as names from migration`,
  )
  return rows[0]?.names ?? ''
}

/** Returns whether the cell has the merchant. */
export async function hasMerchant(client: Client, merchantId: string): Promise<boolean> {
  const { rows } = await client.query('select from merchant where id = $1', [merchantId])
  return rows.length > 0
}
