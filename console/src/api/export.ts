import { EXPORT_COLUMNS, type ExportColumn, type ExportedList } from '../lib/export-columns.ts'
import { textIn, type Language } from '../lib/text.ts'
import { Problem, readProblem } from '../lib/problem.ts'
import { authenticated } from './authenticated.ts'
import { post } from './http.ts'

/** The formats in which a list can be had. */
export const EXPORT_FORMATS = ['csv-excel-br', 'xlsx', 'csv'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** A list as it is shown: which, by what filter, and how its reader reads. */
export type ExportRequest = {
  list: ExportedList
  title: string
  filter: object
  format: ExportFormat
  zone: string
  language: Language
}

/**
 * Downloads a list as a file. Where the session has ended the person signs in again in place.
 * @throws Problem `offline`, `no_answer` as `post`; `broken_off` when the file did not arrive whole, nothing is kept then;
 *   otherwise the refusal of the server.
 */
export async function downloadList(shown: ExportRequest, signal: AbortSignal): Promise<void> {
  const { language, ...wanted } = shown
  const columns = EXPORT_COLUMNS[shown.list].map((column) => columnIn(column, language))
  await authenticated(() => fetchFile({ ...wanted, columns }, signal))
}

async function fetchFile(wanted: object, signal: AbortSignal): Promise<void> {
  const response = await post('/exports', wanted, { signal, asOwner: true })
  const correlationId = response.headers.get('x-correlation-id')
  if (!response.ok) {
    const answer: { errors?: unknown } | null = await response.json().catch(() => null)
    throw readProblem(answer?.errors, correlationId)
  }
  const file = await response.blob().catch((cause: unknown) => {
    if (signal.aborted) throw cause
    throw new Problem('The file did not arrive whole.', { code: 'broken_off', correlationId })
  })
  saveFile(
    file,
    /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'export',
  )
}

function columnIn([id, header, words]: ExportColumn, language: Language) {
  const named = Object.entries(words ?? {}).map(([code, text]) => [code, textIn(text, language)])
  return { id, header: textIn(header, language), words: Object.fromEntries(named) }
}

function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
