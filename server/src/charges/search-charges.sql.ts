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
 * The newest `limit` charges that `q` finds (`contract` section 2): exact on references, ids and document; the
 * beginning of a word of the payer's name. Each form is a probe of an index of its own.
 */
export async function searchCharges(
  ctx: Context,
  given: ListConditions,
  { q, limit }: { q: string; limit: number },
): Promise<ChargesStatement> {
  const parameters = new Parameters()
  const residual =
    `${commonConditions(ctx, given, parameters)} and ` + statusCondition(ctx, given.status, parameters)
  const walk = (form: string): string =>
    `(select merchant_id, id from charge where ${form} and ${residual} ${NEWEST_FIRST} limit ${limit})`
  const probes = exactForms(ctx, q, parameters).map(walk)
  const words = normalizeForSearch(q)
  if (words !== '') {
    const name = nameCondition(words, parameters)
    const conditions = `${name} and ${residual}`
    const few = await fewOfStatus(ctx, given, parameters)
    probes.push(
      few
        ? `(select merchant_id, id from ${few} where ${conditions} ${NEWEST_FIRST} limit ${limit})`
        : ((await newestByPayerName(ctx, given, { words, conditions, limit }, parameters)) ?? walk(name)),
    )
  }
  const text = `select charge.* from charge join (${probes.join(' union ')}) as found using (merchant_id, id)
     ${NEWEST_FIRST} limit ${limit}`
  return { text, values: parameters.values }
}

/** What `q` may be, whole. */
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

/** So few charges of a status are looked at sooner than all with a name. */
const FEW_MAX = 6_000

/** The charges of the statuses asked for, when they are few; undefined otherwise. */
async function fewOfStatus(
  ctx: Context,
  { status, merchantId }: ListConditions,
  parameters: Parameters,
): Promise<string | undefined> {
  // Nobody has few of these, and what reads as one may be stored as the other.
  if (status.length === 0 || status.includes('pending') || status.includes('expired')) return undefined
  const asked = (given: Parameters): string => {
    const ofStatus = `status = any(${given.add(status)}::text[])`
    return merchantId === null ? ofStatus : `merchant_id = ${given.add(merchantId)} and ${ofStatus}`
  }
  const counting = new Parameters()
  const [counted] = await sql<{ n: bigint }>(
    ctx,
    `select count(*) as n from (select from charge where ${asked(counting)} limit ${FEW_MAX + 1}) as those`,
    counting.values,
  )
  const isFew = (counted?.n ?? 0n) <= FEW_MAX
  return isFew ? `(select * from charge where ${asked(parameters)} offset 0) as few` : undefined
}

/** Searchable words hold neither `%` nor `_` nor a backslash. */
function nameCondition(words: string, parameters: Parameters): string {
  const atStart = parameters.add(`${words}%`)
  return `(payer_name_search like ${atStart} or payer_name_search like ${parameters.add(`% ${words}%`)})`
}
