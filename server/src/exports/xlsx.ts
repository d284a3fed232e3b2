import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { decimal, harmless } from './cell-text.ts'
import { wallClock, type WallClock } from './local-time.ts'
import { headingOf, wordOf, type FileColumn, type RowPages, type Table, type Value } from './table.ts'
import { fixedParts, SHEET_BEGIN, SHEET_END, SHEET_PATH, STYLE, xmlText } from './xlsx-parts.ts'

/** Excel keeps numbers with so many digits; an amount beyond is written as text, to the centavo. */
const EXACT_BELOW = 10n ** 15n
/** Days are counted from here (and 1900 as a leap year, which is why it is not 1 January). */
const DAY_ZERO_MS = Date.UTC(1899, 11, 30)
const DAY_MS = 86_400_000
/** What Excel takes in one sheet, the heading included. */
export const SHEET_ROWS_MAX = 1_048_576

/** The table as a workbook, compressed while its rows arrive: no more of it is held than a few pages. */
export function xlsx(table: Table, pages: RowPages): Readable {
  const zip = new ZipFile()
  const sheet = Readable.from(sheetOf(table, pages), { objectMode: false })
  for (const [path, text] of fixedParts(table.title)) zip.addBuffer(Buffer.from(text), path)
  zip.addReadStream(sheet, SHEET_PATH)
  zip.end()
  const file = new Readable().wrap(zip.outputStream)
  sheet.once('error', (error) => file.destroy(error))
  file.once('close', () => sheet.destroy())
  return file
}

async function* sheetOf(table: Table, pages: RowPages): AsyncGenerator<string> {
  const clock = wallClock(table.zone)
  const letters = table.columns.map((_column, at) => columnLetters(at))
  const rowOf = (n: number, cells: string[]): string =>
    `<row r="${n}">${cells.map((text, at) => text.replace('<c', `<c r="${letters[at]}${n}"`)).join('')}</row>`
  const headings = table.columns.map((column) => textCell(headingOf(column, table.zone), STYLE.heading))
  yield SHEET_BEGIN + rowOf(1, headings)
  let n = 1
  for await (const page of pages) {
    yield page
      .map((row) => {
        n += 1
        return rowOf(
          n,
          table.columns.map((column, at) => cell(clock, column, row[at] ?? null)),
        )
      })
      .join('')
  }
  yield SHEET_END
}

/** `A`, …, `Z`, `AA`: how a sheet names its columns. */
const columnLetters = (at: number): string =>
  (at < 26 ? '' : columnLetters(Math.floor(at / 26) - 1)) + String.fromCodePoint(65 + (at % 26))

/** A cell without its place; an empty one is left out. */
function cell(clock: WallClock, column: FileColumn, value: Value): string {
  if (value === null) return ''
  if (typeof value === 'bigint') return moneyCell(value)
  if (typeof value === 'number') return numberCell(String(value), STYLE.general)
  if (value instanceof Date) return numberCell(String(serial(clock, value)), STYLE.time)
  return textCell(column.kind === 'text' ? value.toString() : wordOf(column, value), STYLE.general)
}

const moneyCell = (hundredths: bigint): string =>
  hundredths < EXACT_BELOW && hundredths > -EXACT_BELOW
    ? numberCell(decimal(hundredths), STYLE.money)
    : `<c s="${STYLE.money}" t="inlineStr"><is><t>${decimal(hundredths)}</t></is></c>`

const numberCell = (text: string, style: number): string => `<c s="${style}"><v>${text}</v></c>`

const textCell = (text: string, style: number): string =>
  `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(harmless(text))}</t></is></c>`

/** A moment as Excel counts it: days on the wall of the zone, without a zone of its own. */
const serial = (clock: WallClock, at: Date): number =>
  (at.getTime() + clock.offsetMs(at) - DAY_ZERO_MS) / DAY_MS
