import type { FileColumn } from '../lib/export-file.ts'
import { textIn, type Language } from '../lib/text.ts'
import { Problem, readProblem } from '../lib/problem.ts'
import { authenticated } from './authenticated.ts'
import type { ListName } from './define-list.ts'
import { post } from './http.ts'

export const EXPORT_FORMATS = ['csv-excel-br', 'xlsx', 'csv'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/**
 * An export request: the list, the columns and the format of the file, and the filter, time zone and language of the
 * page.
 */
export type ExportRequest = {
  list: ListName
  title: string
  columns: readonly FileColumn[]
  filter: object
  format: ExportFormat
  zone: string
  language: Language
}

/**
 * Downloads a list as a file. Opens a sign-in challenge when the session has ended.
 * @throws The same problems as `downloadFile`.
 */
export async function downloadList(shown: ExportRequest, signal: AbortSignal): Promise<void> {
  const { language, ...wanted } = shown
  const columns = shown.columns.map((column) => columnIn(column, language))
  await downloadFile('/exports', { ...wanted, columns }, signal)
}

function columnIn({ id, header, words }: FileColumn, language: Language) {
  const named = Object.entries(words).map(([code, text]) => [code, textIn(text, language)])
  return { id, header: textIn(header, language), words: Object.fromEntries(named) }
}

/**
 * Posts a request to the server and saves the answer as a file. Opens a challenge when the server requires a sign-in or
 * a step-up.
 * @throws Problem `offline` or `no_answer`, as `post` does.
 * @throws Problem `broken_off`: the file arrived incomplete, so the console did not save it.
 * @throws Problem of the server, if the server refused the request.
 */
export async function downloadFile(path: string, wanted: object, signal?: AbortSignal): Promise<void> {
  await authenticated(() => fetchFile(path, wanted, signal))
}

async function fetchFile(path: string, wanted: object, signal: AbortSignal | undefined): Promise<void> {
  const response = await post(path, wanted, { asOwner: true, ...(signal && { signal }) })
  const correlationId = response.headers.get('x-correlation-id')
  if (!response.ok) {
    const answer: { errors?: unknown } | null = await response.json().catch(() => null)
    throw readProblem(answer?.errors, correlationId)
  }
  const file = await response.blob().catch((cause: unknown) => {
    if (signal?.aborted === true) throw cause
    throw new Problem('The download is incomplete. Try again.', { code: 'broken_off', correlationId })
  })
  saveFile(file, fileNameOf(response.headers.get('content-disposition') ?? ''))
}

/**
 * Returns the file name in a Content-Disposition header. Prefers the encoded name (`filename*`), because only this name
 * may contain any letter.
 */
export function fileNameOf(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  if (encoded !== undefined) return decodeURIComponent(encoded)
  const [, quoted, token] = /filename=(?:"([^"]+)"|([^\s;"]+))/i.exec(disposition) ?? []
  return quoted ?? token ?? 'export'
}

function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
