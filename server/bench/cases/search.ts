import type { Case } from '../bench.ts'
import { openDataSet, type DataSet } from '../data/data-set.ts'
import { sendRequests } from '../load/requests.ts'
import { payerOf } from '../payers.ts'
import { row, type Row } from '../table.ts'

/** Returns the forms of `q`, each with several values. */
async function formsOf({ deployment, merchants }: DataSet): Promise<Record<string, string[]>> {
  const { rows } = await deployment.owner.query<{
    id: string
    order_reference: string
    end_to_end_id: string
  }>(
    `select id, order_reference, end_to_end_id from charge where merchant_id = $1 and status = 'paid'
     order by md5(id::text) limit 50`,
    [merchants[0]?.id],
  )
  const payers = Array.from({ length: 50 }, (_, n) => payerOf(n * 31 * 13))
  return {
    order: rows.map((charge) => charge.order_reference),
    id: rows.map((charge) => charge.id),
    txid: rows.map((charge) => charge.id.replaceAll('-', '')),
    'end-to-end id': rows.map((charge) => charge.end_to_end_id),
    document: payers.map((payer) => payer.document),
    'whole name': payers.map((payer) => payer.name),
    'common name': ['silva', 'SOUZA', 'conceição', 'mari', 'ana', 's'],
    'nothing there': ['zzyzx', 'pedido-que-nao-existe', '00000000191'],
  }
}

/** Measures each form of search separately, for the merchant that has half of all charges. */
export const searchCase: Case = {
  name: 'search',
  async run(bench) {
    const data = await openDataSet(bench, bench.largeRows)
    const { origin } = data.deployment
    const headers = { authorization: `Bearer ${data.merchants[0]?.apiKey}` }
    const rows: Row[] = []
    for (const [name, texts] of Object.entries(await formsOf(data))) {
      const requests = texts.map((q) => ({ path: `/v1/pix/charges?q=${encodeURIComponent(q)}`, headers }))
      const [stats] = await sendRequests([{ origin, requests }], {
        connections: 1,
        seconds: bench.seconds / 2,
      })
      if (!stats) throw new Error('BUG: sendRequests returned no result')
      const goal = { measure: stats.p99Ms, unit: 'ms p99', must: '<= 50 ms', strive: '<= 10 ms' }
      rows.push(row({ name: `search ${name}`, ...stats, ...goal }))
    }
    return rows
  },
}
