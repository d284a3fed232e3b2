import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { decimal, neutralizeFormula } from '../kernel/values/cell-text.ts'
import { wallClock, type WallClock } from './local-time.ts'
import { headingOf, labelOf, type FileColumn, type RowPages, type Table, type Value } from './table.ts'
import { partsAround, SHEET_BEGIN, SHEET_END, sheetPath, STYLE, xmlText } from './xlsx-parts.ts'

/** Excel keeps numbers with so many digits; an amount beyond is written as text, to the centavo. */
const EXACT_BELOW = 10n ** 15n
/** Days are counted from here (and 1900 as a leap year, which is why it is not 1 January). */
const DAY_ZERO_MS = Date.UTC(1899, 11, 30)
const DAY_MS = 86_400_000
/** What Excel takes in one sheet, the heading included. */
export const SHEET_ROWS_MAX = 1_048_576

/**
 * The table as a workbook, compressed while its rows arrive: no more of it is held than a few pages. What a sheet of
 * `sheetRows` rows has no room for goes on in the next one, under the same heading.
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
      if (rows.more) {
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

/** Pages of rows, cut where a sheet is full. */
class Rows {
  readonly #pages: AsyncIterator<Page>
  #held: Page = []
  /** Whether there are rows that were not taken. Known once some were. */
  more = true

  constructor(pages: RowPages) {
    this.#pages = pages[Symbol.asyncIterator]()
  }

  /** The next rows, at most so many; none when there are no more. */
  async take(max: number): Promise<Page> {
    await this.#look()
    const taken = this.#held.slice(0, max)
    this.#held = this.#held.slice(max)
    await this.#look()
    return taken
  }

  async #look(): Promise<void> {
    while (this.more && this.#held.length === 0) {
      const { done, value } = await this.#pages.next()
      if (done === true) this.more = false
      else this.#held = value
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
  for (let n = 1; rows.more && n < sheetRows;) {
    const page = await rows.take(sheetRows - n)
    const before = n
    n += page.length
    yield page.map((row, at) => rowOf(before + 1 + at, written(row))).join('')
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
  return textCell(column.kind === 'text' ? value.toString() : labelOf(column, value), STYLE.general)
}

const moneyCell = (hundredths: bigint): string =>
  hundredths < EXACT_BELOW && hundredths > -EXACT_BELOW
    ? numberCell(decimal(hundredths), STYLE.money)
    : `<c s="${STYLE.money}" t="inlineStr"><is><t>${decimal(hundredths)}</t></is></c>`

const numberCell = (text: string, style: number): string => `<c s="${style}"><v>${text}</v></c>`

const textCell = (text: string, style: number): string =>
  `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(neutralizeFormula(text))}</t></is></c>`

/** A moment as Excel counts it: days on the wall of the zone, without a zone of its own. */
const serial = (clock: WallClock, at: Date): number =>
  (at.getTime() + clock.offsetMs(at) - DAY_ZERO_MS) / DAY_MS
