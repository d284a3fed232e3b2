import type { Context } from '../kernel/context.ts'
import { readDocument } from '../kernel/values/document.ts'
import { isUuid } from '../kernel/ids.ts'
import { sql } from '../kernel/database/sql.ts'
import { normalizeForSearch } from '../kernel/values/words.ts'
import { chargeIdOf } from './charge.entity.ts'
import {
  commonConditions,
  NEWEST_FIRST,
  Parameters,
  referenceIs,
  statusCondition,
  type ChargesStatement,
  type ListConditions,
} from './list-charges.sql.ts'
import { newestByPayerName } from './name-words.sql.ts'
import { documentHash } from './payer-document.ts'

/**
 * Selects the newest `limit` charges that `q` finds. `q` is an exact order reference, id, txid, end-to-end id or
 * document, or the beginning of a word of the payer's name. Each of these forms probes its own index.
 */
export async function searchCharges(
  ctx: Context,
  given: ListConditions,
  { q, limit }: { q: string; limit: number },
): Promise<ChargesStatement> {
  const parameters = new Parameters()
  const commonCondition =
    `${commonConditions(ctx, given, parameters)} and ` + statusCondition(ctx, given.status, parameters)
  const probe = (form: string): string =>
    `(select merchant_id, id from charge where ${form} and ${commonCondition} ${NEWEST_FIRST} limit ${limit})`
  const probes = exactForms(ctx, q, parameters).map(probe)
  const words = normalizeForSearch(q)
  if (words !== '') {
    const name = nameCondition(words, parameters)
    const conditions = `${name} and ${commonCondition}`
    const few = await smallStatusSelect(ctx, given, parameters)
    probes.push(
      few
        ? `(select merchant_id, id from ${few} where ${conditions} ${NEWEST_FIRST} limit ${limit})`
        : ((await newestByPayerName(ctx, given, { words, conditions, limit }, parameters)) ?? probe(name)),
    )
  }
  const text = `select charge.* from charge join (${probes.join(' union ')}) as found using (merchant_id, id)
     ${NEWEST_FIRST} limit ${limit}`
  return { text, values: parameters.values }
}

/** Returns the SQL conditions for the values that `q` may match exactly. */
function exactForms(ctx: Context, q: string, parameters: Parameters): string[] {
  const text = parameters.add(q)
  const forms = [referenceIs(text), `end_to_end_id = ${text}`]
  const id = isUuid(q) ? q.toLowerCase() : chargeIdOf(q)
  if (id) forms.push(`id = ${parameters.add(id)}::uuid`)
  const document = readDocument(q)
  if (document !== undefined) {
    forms.push(`payer_document_hash = ${parameters.add(documentHash(ctx, document))}`)
  }
  return forms
}

/** Up to this many charges of the requested statuses, scanning them is faster than searching by name. */
const STATUS_SCAN_ROWS_MAX = 6_000

/** Returns a subselect of the charges with the requested statuses when they are few, else undefined. */
async function smallStatusSelect(
  ctx: Context,
  { status, merchantId }: ListConditions,
  parameters: Parameters,
): Promise<string | undefined> {
  // Pending and expired charges are never few, and a stored `pending` may read as `expired`.
  if (status.length === 0 || status.includes('pending') || status.includes('expired')) return undefined
  const statusFilter = (given: Parameters): string => {
    const ofStatus = `status = any(${given.add(status)}::text[])`
    return merchantId === null ? ofStatus : `merchant_id = ${given.add(merchantId)} and ${ofStatus}`
  }
  const counting = new Parameters()
  const [counted] = await sql<{ n: bigint }>(
    ctx,
    `select count(*) as n from (select from charge where ${statusFilter(counting)} limit ${STATUS_SCAN_ROWS_MAX + 1}) as those`,
    counting.values,
  )
  const isFew = (counted?.n ?? 0n) <= STATUS_SCAN_ROWS_MAX
  return isFew ? `(select * from charge where ${statusFilter(parameters)} offset 0) as few` : undefined
}

/** Matches the words at the start of any word of the name. Needs no escaping: `words` has no `%`, `_` or backslash. */
function nameCondition(words: string, parameters: Parameters): string {
  const atStart = parameters.add(`${words}%`)
  return `(payer_name_search like ${atStart} or payer_name_search like ${parameters.add(`% ${words}%`)})`
}
