import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { decimal, neutralizeFormula } from '../kernel/values/cell-text.ts'
import { wallClock, type WallClock } from './local-time.ts'
import { headingOf, labelOf, type FileColumn, type RowPages, type Table, type Value } from './table.ts'
import { partsAround, SHEET_BEGIN, SHEET_END, sheetPath, STYLE, xmlText } from './xlsx-parts.ts'

/** Excel keeps only 15 significant digits. A larger amount is written as text, so that no digit is lost. */
const EXACT_BELOW = 10n ** 15n
/** Day 0 of Excel's serial dates. This day is 1899-12-30, because Excel treats 1900 as a leap year. */
const DAY_ZERO_MS = Date.UTC(1899, 11, 30)
const DAY_MS = 86_400_000
/** Excel's maximum number of rows in a sheet, including the heading. */
export const SHEET_ROWS_MAX = 1_048_576

/**
 * Writes the table as a workbook. Compresses the rows as they arrive, so only a few pages of rows are in memory. After
 * `sheetRows` rows, continues on another sheet with the same heading.
 */
export function xlsx(table: Table, pages: RowPages, sheetRows = SHEET_ROWS_MAX): Readable {
  const zip = new ZipFile()
  const rows = new Rows(pages)
  const file = zip.outputStream.pipe(new PassThrough())
  let sheet: Readable
  const addSheet = (n: number): void => {
    sheet = Readable.from(sheetOf(table, rows, sheetRows), { objectMode: false })
    zip.addReadStream(sheet, sheetPath(n))
    sheet.once('error', (error) => file.destroy(error))
    sheet.once('end', () => {
      if (rows.hasMore) {
        addSheet(n + 1)
        return
      }
      for (const [path, text] of partsAround(table.title, n)) zip.addBuffer(Buffer.from(text), path)
      zip.end()
    })
  }
  addSheet(1)
  file.once('close', () => sheet.destroy())
  return file
}

type Page = readonly (readonly Value[])[]

/** Buffers pages of rows, so that a page can be divided between two sheets. */
class Rows {
  readonly #pages: AsyncIterator<Page>
  #buffer: Page = []
  /** Whether there are more rows. The value is valid only after the first `take`. */
  hasMore = true

  constructor(pages: RowPages) {
    this.#pages = pages[Symbol.asyncIterator]()
  }

  /** Returns the next rows, at most `max`, or none at the end. */
  async take(max: number): Promise<Page> {
    await this.#fill()
    const taken = this.#buffer.slice(0, max)
    this.#buffer = this.#buffer.slice(max)
    await this.#fill()
    return taken
  }

  async #fill(): Promise<void> {
    while (this.hasMore && this.#buffer.length === 0) {
      const { done, value } = await this.#pages.next()
      if (done === true) this.hasMore = false
      else this.#buffer = value
    }
  }
}

async function* sheetOf(table: Table, rows: Rows, sheetRows: number): AsyncGenerator<string> {
  const clock = wallClock(table.zone)
  const letters = table.columns.map((_column, at) => columnLetters(at))
  const rowOf = (n: number, cells: string[]): string =>
    `<row r="${n}">${cells.map((text, at) => text.replace('<c', `<c r="${letters[at]}${n}"`)).join('')}</row>`
  const headings = table.columns.map((column) => textCell(headingOf(column, table.zone), STYLE.heading))
  const written = (row: readonly Value[]): string[] =>
    table.columns.map((column, at) => cell(clock, column, row[at] ?? null))
  yield SHEET_BEGIN + rowOf(1, headings)
  for (let n = 1; rows.hasMore && n < sheetRows;) {
    const page = await rows.take(sheetRows - n)
    const before = n
    n += page.length
    yield page.map((row, at) => rowOf(before + 1 + at, written(row))).join('')
  }
  yield SHEET_END
}

/** Returns the column name of an index: `A`, …, `Z`, `AA`. */
const columnLetters = (at: number): string =>
  (at < 26 ? '' : columnLetters(Math.floor(at / 26) - 1)) + String.fromCodePoint(65 + (at % 26))

/** Returns the XML of a cell, except for its reference; an empty text for null. */
function cell(clock: WallClock, column: FileColumn, value: Value): string {
  if (value === null) return ''
  if (typeof value === 'bigint') return moneyCell(value)
  if (typeof value === 'number') return numberCell(String(value), STYLE.general)
  if (value instanceof Date) return numberCell(String(serial(clock, value)), STYLE.time)
  return textCell(column.kind === 'text' ? value.toString() : labelOf(column, value), STYLE.general)
}

const moneyCell = (hundredths: bigint): string =>
  hundredths < EXACT_BELOW && hundredths > -EXACT_BELOW
    ? numberCell(decimal(hundredths), STYLE.money)
    : `<c s="${STYLE.money}" t="inlineStr"><is><t>${decimal(hundredths)}</t></is></c>`

const numberCell = (text: string, style: number): string => `<c s="${style}"><v>${text}</v></c>`

const textCell = (text: string, style: number): string =>
  `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(neutralizeFormula(text))}</t></is></c>`

/** Converts a time to Excel's serial date: days in local time, without a zone. */
const serial = (clock: WallClock, at: Date): number =>
  (at.getTime() + clock.offsetMs(at) - DAY_ZERO_MS) / DAY_MS
