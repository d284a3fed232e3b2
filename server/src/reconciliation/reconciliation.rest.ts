import type { Context } from '../kernel/context.ts'
import { JSON_LINES, none, route, type Route } from '../http/route.ts'
import { csvOf, CSV_WITH_HEADER } from '../kernel/output/shape-csv.ts'
import { readClosedDay } from './closed-day.ts'
import { listReconciliation } from './list-reconciliation.ts'
import { presentRow, RowShape } from './reconciliation.present.ts'
import type { ReconciliationRow } from './reconciliation.row.ts'

const CSV = csvOf(RowShape)

export const reconciliationRoutes: Route<Context>[] = [
  route('get', '/v1/reconciliation/:date', {
    operationId: 'getReconciliation',
    scope: 'statement:read',
    summary: 'A conciliação de um dia fechado, no horário de São Paulo: extrato, rede Pix e repasses',
    query: none,
    body: none,
    responses: { 200: RowShape },
    refusals: ['day_not_closed', 'network_listing_incomplete'],
    offersCsv: true,
    isJsonLines: true,
    async handle({ ctx, merchantId, params, accepts }) {
      const day = await readClosedDay(ctx, params['date'] ?? '', merchantId)
      const pages = listReconciliation(ctx, merchantId, day)
      if (accepts === 'csv') return { status: 200, contentType: CSV_WITH_HEADER, chunks: csvChunks(pages) }
      return { status: 200, contentType: JSON_LINES, chunks: jsonChunks(pages) }
    },
  }),
]

type Pages = AsyncIterable<ReconciliationRow[]>

async function* csvChunks(pages: Pages): AsyncGenerator<string> {
  yield CSV.header
  for await (const rows of pages) yield rows.map((row) => CSV.row(presentRow(row))).join('')
}

async function* jsonChunks(pages: Pages): AsyncGenerator<string> {
  for await (const rows of pages) yield rows.map((row) => `${JSON.stringify(presentRow(row))}\n`).join('')
}
