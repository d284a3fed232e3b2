import type { Context } from '../kernel/context.ts'
import { eachPage } from '../kernel/database/page.ts'
import { csvOf } from '../kernel/output/shape-csv.ts'
import { LineShape, presentLine } from './statement.present.ts'
import type { StatementLine } from './statement.line.ts'
import type { StatementFilter } from './statement.filter.ts'
import { listStatement } from './statement.queries.ts'

const PAGE_LINES = 500
const CSV = csvOf(LineShape)

/**
 * Returns all lines of the period as CSV (RFC 4180), the newest first, starting at `cursor` if it is given. Reads the
 * first page before it returns, so that an invalid request throws before any output is sent. Reads each later page only
 * when the response can take more data (backpressure).
 * @throws Problem validation_error, as `listStatement`.
 */
export async function statementCsv(
  ctx: Context,
  merchantId: string,
  filter: StatementFilter,
  cursor: string | undefined,
): Promise<AsyncIterable<string>> {
  const read = (from: string | undefined) =>
    listStatement(ctx, merchantId, filter, { limit: PAGE_LINES, cursor: from })
  return write(eachPage(await read(cursor), read))
}

async function* write(pages: AsyncIterable<StatementLine[]>): AsyncGenerator<string> {
  yield CSV.header
  for await (const lines of pages) yield lines.map((line) => CSV.row(presentLine(line))).join('')
}
