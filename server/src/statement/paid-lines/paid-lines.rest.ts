import { z } from 'zod'
import type { Context } from '../../kernel/context.ts'
import { cursor, limit } from '../../http/query-parameters.ts'
import { none, route, type Route } from '../../http/route.ts'
import { eachPage } from '../../kernel/database/page.ts'
import { COMPONENTS, pageOf } from '../../kernel/output/shapes.ts'
import { csvOf, CSV_WITH_HEADER } from '../../kernel/output/shape-csv.ts'
import { PaidLineShape, presentPaidLine } from './paid-lines.present.ts'
import { listPaidLines, type PaidLine } from './paid-lines.queries.ts'

const CSV = csvOf(PaidLineShape)
const CSV_PAGE_LINES = 1_000

export const paidLineRoutes: Route<Context>[] = [
  route('get', '/v1/payouts/by-service/:id/lines', {
    operationId: 'listPayoutLines',
    scope: 'payouts:read',
    summary: 'As linhas que o repasse pagou, na ordem de lançamento; em CSV, todas elas',
    query: z.strictObject({ limit: limit(500, 50), cursor }),
    body: none,
    responses: { 200: pageOf(PaidLineShape).register(COMPONENTS, { id: 'PayoutLinePage' }) },
    refusals: ['payout_not_found', 'payout_lines_pending'],
    offersCsv: true,
    async handle({ ctx, merchantId, params, query, accepts }) {
      const id = params['id'] ?? ''
      if (accepts === 'csv') {
        const chunks = await paidLinesCsv(ctx, merchantId, id, query.cursor)
        return { status: 200, contentType: CSV_WITH_HEADER, chunks }
      }
      const { items, nextCursor } = await listPaidLines(ctx, merchantId, id, query)
      return { status: 200, body: { items: items.map(presentPaidLine), next_cursor: nextCursor } }
    },
  }),
]

/**
 * Returns all lines of a payout as CSV. Reads the first page before it returns, so that a Problem is thrown before any
 * output is sent.
 */
async function paidLinesCsv(
  ctx: Context,
  merchantId: string,
  id: string,
  cursorGiven: string | undefined,
): Promise<AsyncIterable<string>> {
  const read = (from: string | undefined) =>
    listPaidLines(ctx, merchantId, id, { limit: CSV_PAGE_LINES, cursor: from })
  return write(eachPage(await read(cursorGiven), read))
}

async function* write(pages: AsyncIterable<PaidLine[]>): AsyncGenerator<string> {
  yield CSV.header
  for await (const lines of pages) yield lines.map((line) => CSV.row(presentPaidLine(line))).join('')
}
