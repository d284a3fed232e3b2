import type { Client } from 'pg'
import { documentHash } from '../../src/charges/payer-document.ts'
import { normalizeForSearch, wordsOf } from '../../src/kernel/values/words.ts'
import { LATENCY_BOUNDS_MS } from '../../src/webhooks/health/latency.ts'
import { payerOf, PAYERS_MAX } from '../payers.ts'
import type { Deployment } from '../deployment.ts'
import * as sql from './copies.sql.ts'
import { insertCopiesOf } from './copy-rows.ts'

export interface MerchantCopy {
  id: string
  /** The merchant whose only charge, paid and delivered, is copied. */
  template: string
  charges: number
  from: Date
  to: Date
  eventsFrom: Date
}

/** Creates what the copies need: functions, payers and the search words of their names. */
export function prepareCopies(deployment: Deployment): Promise<void> {
  return deployment.withContext(async (ctx) => {
    const payers = Array.from({ length: PAYERS_MAX }, (_, n) => ({ n, ...payerOf(n) }))
    const rows = payers.map(({ n, name, document }) => {
      return { n, name, search: normalizeForSearch(name), hash: documentHash(ctx, document).toString('hex') }
    })
    const words = payers.flatMap(({ n, name }) => wordsOf(name).map((word) => ({ payer: n, ...word })))
    await deployment.owner.query(sql.PREPARE)
    await deployment.owner.query(
      `insert into bench_payer select n, name, search, decode(hash, 'hex')
       from jsonb_to_recordset($1::jsonb) as given (n integer, name text, search text, hash text)`,
      [JSON.stringify(rows)],
    )
    await deployment.owner.query(
      `insert into bench_word select * from jsonb_to_recordset($1::jsonb) as given (payer integer, word text, rest text)`,
      [JSON.stringify(words)],
    )
    await deployment.owner.query('analyze bench_payer, bench_word')
  })
}

/** Copies the rows of the template for the charges of one merchant and posts their journal entries. */
export async function copyMerchant(
  client: Client,
  { id, template, charges, from, to, eventsFrom }: MerchantCopy,
) {
  await client.query(sql.PLAN, [id, charges, from, to, PAYERS_MAX])
  await client.query('analyze bench_charge')
  const copy = async (
    table: string,
    changes: Record<string, string>,
    rows: string,
    given: unknown[] = [],
  ) => {
    const source = `from bench_charge b join ${table} t on t.merchant_id = $2`
    await client.query(`${await insertCopiesOf(client, table, changes)} ${source} ${rows}`, [
      id,
      template,
      ...given,
    ])
  }
  const paidTemplate = `and t.status = 'paid' join bench_payer p on p.n = b.payer where b.merchant_id = $1`
  await copy('charge', sql.CHARGE, `${paidTemplate} order by b.n`)
  await client.query(sql.WORDS, [id])
  const { rows: batches } = await client.query<{ first: number; last: number }>(sql.BATCHES, [id])
  for (const { first, last } of batches)
    await client.query({ name: 'bench-post', text: sql.POST, values: [id, first, last] })
  await copy('payment', sql.PAYMENT, 'where b.merchant_id = $1 and b.sale is not null order by b.n')
  const recent = `where b.merchant_id = $1 and b.status <> 'pending' and b.happened_at >= $3`
  await copy('webhook_event', sql.EVENT, `${recent} order by b.n`, [eventsFrom])
  await copy('webhook_delivery', sql.DELIVERY, `${recent} order by b.n`, [eventsFrom])
  const each = `cross join generate_series(1, 3) attempt ${recent} and attempt <= ${sql.ATTEMPTS} order by b.n`
  await copy('webhook_attempt', sql.ATTEMPT, each, [eventsFrom])
  await client.query('delete from bench_charge where merchant_id = $1', [id])
}

/** Counts the attempts per hour for the charts of the console, and drops what `prepareCopies` created. */
export async function finishCopies(client: Client, template: string): Promise<void> {
  await client.query(sql.HOURS, [template, LATENCY_BOUNDS_MS])
  await client.query('drop table bench_charge, bench_word, bench_payer')
  await client.query(
    'drop function bench_uuid(timestamptz, text), bench_line(text, bigint, bigint, uuid, uuid)',
  )
}
