import { Readable } from 'node:stream'
import { recordAudit, type AuditedContext } from '../audit/record-audit.ts'
import { inCellOfMerchant } from '../graphql/cell-of-merchant.ts'
import type { GraphContext } from '../graphql/context.ts'
import { requireMerchant } from '../graphql/guard.ts'
import { transaction } from '../kernel/context.ts'
import { eachInAccount } from '../kernel/pool/account-scope.ts'
import { getMerchant } from '../merchants/merchant.queries.ts'
import { csv, EXCEL_BR, PLAIN } from './csv.ts'
import type { OpenedList } from './export-list.ts'
import type { ExportRequest, Format } from './export-request.ts'
import { fileName } from './file-name.ts'
import type { RowPages, Table, Value } from './table.ts'
import { xlsx } from './xlsx.ts'

/** An export whose file is written while the client reads it. */
export interface StartedExport {
  name: string
  contentType: string
  body: Readable
  rows(): number
  /**
   * Records the export as incomplete in the audit log. Does nothing if the export is already in the audit log. Call
   * this method when the file ends, also after an error.
   */
  recordOutcome(): Promise<void>
}

const CONTENT_TYPES: Record<Format, string> = {
  'csv-excel-br': 'text/csv; charset=utf-8; header=present',
  csv: 'text/csv; charset=utf-8; header=present',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/**
 * Starts the export of a list. Reads the first page before anything is written, so that an error can still be sent as a
 * response. Reads each further page on demand (backpressure). Rows added after the first page do not appear. If a row
 * changes during the export, the file contains its values at the time when its page was read. Calls
 * `assertStillAllowed` before each further page. If `assertStillAllowed` throws, the file is aborted. If the file is
 * complete, writes the audit entry before the file ends. If the file is aborted, the caller must call `recordOutcome`.
 * @throws Problem validation_error.
 * @throws Problem not_found, reason `account_not_found`.
 * @throws any Problem of the query that reads the list.
 */
export async function startExport(
  requested: GraphContext,
  request: ExportRequest,
  assertStillAllowed: () => Promise<void>,
): Promise<StartedExport> {
  const { list, format, columns, title, zone } = request
  const opened = list.open(request.filter)
  const { merchantId } = opened
  const ctx = merchantId === null ? requested : await inCellOfMerchant(requested, merchantId)
  // Check that the merchant exists. The audit entry refers to the merchant, so an unknown merchant would cause an error
  // only at the end of the file.
  if (merchantId !== null) {
    requireMerchant(ctx, merchantId)
    await getMerchant(ctx, merchantId)
  }
  const madeAt = ctx.clock.now()
  const rows = opened.pages(ctx)
  // The response stream reads each further page. Node.js does not guarantee that this happens in the async scope of the
  // test account.
  const source = ctx.testAccount ? eachInAccount(ctx.testAccount.id, rows) : rows
  const first = await source.next()
  const at = columns.map(({ id }) => list.columns.findIndex((column) => column.id === id))
  const count = { rows: 0, recorded: false }

  const recordOutcome = async (complete: boolean): Promise<void> => {
    if (count.recorded) return
    count.recorded = true
    await record(ctx, { request, opened, rows: count.rows, complete })
  }
  async function* pages(): AsyncGenerator<Value[][]> {
    for (let next = first; next.done !== true; next = await source.next()) {
      count.rows += next.value.length
      yield next.value.map((row) => at.map((index) => row[index] ?? null))
      await assertStillAllowed()
    }
    await recordOutcome(true)
  }
  return {
    name: fileName({ title, format, zone, from: opened.from, to: opened.to, madeAt }),
    contentType: CONTENT_TYPES[format],
    body: write({ columns, title, zone }, pages(), format),
    rows: () => count.rows,
    recordOutcome: () => recordOutcome(false),
  }
}

function write(table: Table, pages: RowPages, format: Format): Readable {
  if (format === 'xlsx') return xlsx(table, pages)
  return Readable.from(csv(table, pages, format === 'csv' ? PLAIN : EXCEL_BR), { objectMode: false })
}

interface ExportOutcome {
  request: ExportRequest
  opened: OpenedList
  rows: number
  complete: boolean
}

async function record(
  ctx: AuditedContext,
  { request, opened, rows, complete }: ExportOutcome,
): Promise<void> {
  await transaction(ctx, (tx) =>
    recordAudit(tx, {
      action: 'list.export',
      target: { type: 'list', id: request.name },
      ...(opened.merchantId === null ? {} : { merchantId: opened.merchantId }),
      after: {
        format: request.format,
        zone: request.zone,
        columns: request.columns.map(({ id }) => id),
        filter: JSON.stringify(opened.auditFilter, (_name, value: unknown) =>
          typeof value === 'bigint' ? value.toString() : value,
        ),
        rows,
        complete,
      },
    }),
  )
}
