import type { Case } from '../bench.ts'
import { endToEndIdOf } from '../bulk/bulk-charge.ts'
import { openDataSet, type DataSet } from '../data/data-set.ts'
import { payerOf } from '../payers.ts'
import { row, type Row } from '../table.ts'

interface Sample {
  id: string
  order_reference: string
}

/** The forms of `q`, each with several values so that no answer is always the same. */
async function formsOf({ owner, merchants }: DataSet): Promise<Record<string, string[]>> {
  const { rows } = await owner.query<Sample>(
    `select id, order_reference from charge where merchant_id = $1 and status = 'paid' order by id limit 20`,
    [merchants[0]?.id],
  )
  const payers = Array.from({ length: 20 }, (_, n) => payerOf(n * 31 * 13))
  return {
    'search order': rows.map((charge) => charge.order_reference),
    'search id': rows.map((charge) => charge.id),
    'search txid': rows.map((charge) => charge.id.replaceAll('-', '')),
    'search end-to-end id': rows.map((charge) => endToEndIdOf(charge.id)),
    'search document': payers.map((payer) => payer.document),
    'search whole name': payers.map((payer) => payer.name),
    'search common name': ['silva', 'SOUZA', 'conceição', 'mari', 'ana', 's'],
    'search nothing there': ['zzyzx', 'pedido-que-nao-existe', '00000000191'],
  }
}

/** Each form alone, against the merchant that has half of all charges. */
export const searchCase: Case = {
  name: 'search',
  roles: [],
  async run(bench): Promise<Row[]> {
    const data = await openDataSet(bench, bench.charges)
    const { stand, seconds } = bench
    const headers = { authorization: `Bearer ${data.merchants[0]?.apiKey}` }
    const rows: Row[] = []
    for (const [name, texts] of Object.entries(await formsOf(data))) {
      const requests = texts.map((q) => ({ path: `/v1/pix/charges?q=${encodeURIComponent(q)}`, headers }))
      const run = { connections: 1, seconds: Math.max(1, seconds / 2) }
      const job = { kind: 'requests' as const, ...run, origin: data.origin, requests }
      await stand.load.run(job)
      const { count, seconds: took, p50Ms, p95Ms, p99Ms } = await stand.load.run(job)
      const judged = { measure: p99Ms, must: '<= 50 ms', strive: '<= 10 ms' }
      rows.push(row({ name, rate: count / took, p50Ms, p95Ms, p99Ms, ...judged }))
    }
    return rows
  },
}
