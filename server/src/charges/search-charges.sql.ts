import type { Context } from '../kernel/context.ts'
import { isUuid } from '../kernel/ids.ts'
import { sql } from '../kernel/sql.ts'
import { searchable } from '../kernel/words.ts'
import { chargeIdOf } from './charge.entity.ts'
import type { ChargeRow } from './charge-row.ts'
import {
  commonConditions,
  NEWEST_FIRST,
  Parameters,
  statusCondition,
  type ListConditions,
} from './list-charges.sql.ts'
import { documentHash } from './payer-document.ts'

/**
 * Words of names that are sorted by date to find the newest. A beginning that more words have is so common that the
 * newest charges with it are soon met by walking the charges themselves.
 */
const SORTED_WORDS_MAX = 10_000

/**
 * The newest `limit` charges that `q` finds (`contract` section 2): exact on references, ids and document; the
 * beginning of a word of the payer's name. Each form is a probe of an index of its own.
 */
export async function searchCharges(
  ctx: Context,
  given: ListConditions,
  { q, limit }: { q: string; limit: number },
): Promise<ChargeRow[]> {
  const parameters = new Parameters()
  const residual =
    `${commonConditions(ctx, given, parameters)} and ` + statusCondition(ctx, given.status, parameters)
  const walk = (form: string): string =>
    `(select merchant_id, id from charge where ${form} and ${residual} ${NEWEST_FIRST} limit ${limit})`
  const probes = exactForms(ctx, q, parameters).map(walk)
  const words = searchable(q)
  if (words !== '') {
    const name = nameCondition(words, parameters)
    const isCommon = await beginsCommonWords(ctx, given.merchantId, longestOf(words))
    probes.push(
      isCommon
        ? walk(name)
        : rareName(given, { words, conditions: `${name} and ${residual}`, limit }, parameters),
    )
  }
  return sql<ChargeRow>(
    ctx,
    `select charge.* from charge join (${probes.join(' union ')}) as found using (merchant_id, id)
     ${NEWEST_FIRST} limit ${limit}`,
    parameters.values,
  )
}

/** What `q` may be, whole. */
function exactForms(ctx: Context, q: string, parameters: Parameters): string[] {
  const text = parameters.add(q)
  const forms = [`order_reference = ${text}`, `end_to_end_id = ${text}`]
  const id = isUuid(q) ? q.toLowerCase() : chargeIdOf(q)
  if (id) forms.push(`id = ${parameters.add(id)}::uuid`)
  const digits = q.replaceAll(/[.\-/\s]/g, '')
  if (/^(\d{11}|\d{14})$/.test(digits)) {
    forms.push(`payer_document_hash = ${parameters.add(documentHash(ctx, digits))}`)
  }
  return forms
}

/** Searchable words hold neither `%` nor `_` nor a backslash. */
function nameCondition(words: string, parameters: Parameters): string {
  const atStart = parameters.add(`${words}%`)
  return `(payer_name_search like ${atStart} or payer_name_search like ${parameters.add(`% ${words}%`)})`
}

/** The word that tells most; in the middle of `words` it is whole, but its beginning finds it, too. */
const longestOf = (words: string): string =>
  words.split(' ').reduce((longest, word) => (word.length > longest.length ? word : longest), '')

async function beginsCommonWords(ctx: Context, merchantId: string | null, word: string): Promise<boolean> {
  const parameters = new Parameters()
  const conditions = wordConditions(merchantId, word, parameters)
  const [counted] = await sql<{ n: bigint }>(
    ctx,
    `select count(*) as n from (select from charge_name_word where ${conditions} limit ${SORTED_WORDS_MAX + 1}) as w`,
    parameters.values,
  )
  return (counted?.n ?? 0n) > SORTED_WORDS_MAX
}

function wordConditions(merchantId: string | null, word: string, parameters: Parameters): string {
  const begins = `word like ${parameters.add(`${word}%`)}`
  return merchantId === null ? begins : `merchant_id = ${parameters.add(merchantId)} and ${begins}`
}

interface Rare {
  words: string
  conditions: string
  limit: number
}

/** Sorts the few words by date, newest first, and looks at their charges only until the page is full. */
function rareName({ merchantId, after }: ListConditions, rare: Rare, parameters: Parameters): string {
  const { words, conditions, limit } = rare
  const older = after
    ? ` and (created_at, charge_id) < (${parameters.add(after.createdAt)}::timestamptz, ${parameters.add(after.id)}::uuid)`
    : ''
  return `(select found.merchant_id, found.id from (
      select distinct merchant_id, created_at, charge_id from charge_name_word
      where ${wordConditions(merchantId, longestOf(words), parameters)}${older}
      order by created_at desc, charge_id desc offset 0) as named
    cross join lateral (select * from charge where merchant_id = named.merchant_id and id = named.charge_id
      and ${conditions} offset 0) as found
    order by named.created_at desc, named.charge_id desc limit ${limit})`
}
