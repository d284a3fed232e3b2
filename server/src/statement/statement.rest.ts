import { z } from 'zod'
import type { Context } from '../kernel/context.ts'
import { cursor, dateTime, limit } from '../http/query-parameters.ts'
import { none, route, type Route } from '../http/route.ts'
import { CSV_WITH_HEADER } from '../kernel/output/shape-csv.ts'
import { COMPONENTS, instant, pageOf } from '../kernel/output/shapes.ts'
import { statementCsv } from './statement.csv.ts'
import { LineShape, presentLine } from './statement.present.ts'
import { listStatement } from './statement.queries.ts'

export const statementRoutes: Route<Context>[] = [
  route('get', '/v1/statement', {
    operationId: 'listStatementLines',
    scope: 'statement:read',
    summary: 'As linhas do extrato, da mais recente para a mais antiga; em CSV, o período inteiro',
    query: z.strictObject({
      from: dateTime.optional(),
      to: dateTime.optional(),
      limit: limit(500, 50),
      cursor,
    }),
    body: none,
    responses: {
      200: pageOf(LineShape).extend({ as_of: instant }).register(COMPONENTS, { id: 'StatementPage' }),
    },
    offersCsv: true,
    async handle({ ctx, merchantId, query, accepts }) {
      const filter = { from: query.from, to: query.to }
      if (accepts === 'csv') {
        const chunks = await statementCsv(ctx, merchantId, filter, query.cursor)
        return { status: 200, contentType: CSV_WITH_HEADER, chunks }
      }
      const page = await listStatement(ctx, merchantId, filter, query)
      return {
        status: 200,
        body: {
          items: page.items.map(presentLine),
          next_cursor: page.nextCursor,
          as_of: page.asOf.toISOString(),
        },
      }
    },
  }),
]
