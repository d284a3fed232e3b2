import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RequestHandler, Response } from 'express'
import { z } from 'zod'

/** The texts of the console's operations by id. An id is `sha256:` followed by the digest of the text. */
export type Operations = ReadonlyMap<string, string>

/**
 * The file that the console's build writes next to its pages. The service does not serve files whose names start with
 * a dot.
 */
const FILE = '.operations.json'

/**
 * Reads the operations of the console in `consoleDir`. Returns an empty map if there is no console or no such file.
 * @throws Error when the file is malformed or a text does not match its id.
 */
export function readOperations(consoleDir: string | undefined): Operations {
  const file = consoleDir === undefined ? undefined : join(consoleDir, FILE)
  if (file === undefined || !existsSync(file)) return new Map()
  const listed = z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(file, 'utf8')))
  const operations = new Map(Object.entries(listed))
  for (const [id, text] of operations)
    if (idOf(text) !== id)
      throw new Error(`${FILE}: the text of ${id} does not match its id; rebuild the console`)
  return operations
}

const idOf = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`

const PersistedRequest = z.strictObject({
  documentId: z.string(),
  variables: z.record(z.string(), z.unknown()).nullish(),
})

/** The error for a request that does not name a known operation. */
interface Refusal {
  code: 'PERSISTED_OPERATION_REQUIRED' | 'PERSISTED_OPERATION_UNKNOWN'
  reason: string
  message: string
}

const REQUIRED: Refusal = {
  code: 'PERSISTED_OPERATION_REQUIRED',
  reason: 'operation_not_named',
  message: 'Só são aceitas as operações do console, pelo seu identificador.',
}
const UNKNOWN: Refusal = {
  code: 'PERSISTED_OPERATION_UNKNOWN',
  reason: 'operation_unknown',
  message: 'Operação desconhecida. Recarregue a página.',
}

/**
 * Returns middleware that replaces `documentId` with the text of the operation (GraphQL over HTTP, persisted
 * documents). Refuses a request without a known `documentId` before its operation is parsed. In development, requests
 * without `documentId` pass unchanged.
 */
export function onlyPersisted(
  operations: Operations,
  development: boolean,
  refuse: (res: Response, refusal: Refusal) => void,
): RequestHandler {
  return (req, res, next) => {
    const body: unknown = req.body
    const hasDocumentId = typeof body === 'object' && body !== null && Object.hasOwn(body, 'documentId')
    if (!hasDocumentId && development) {
      next()
      return
    }
    const parsed = PersistedRequest.safeParse(body)
    const text = parsed.success ? operations.get(parsed.data.documentId) : undefined
    if (!parsed.success) refuse(res, REQUIRED)
    else if (text === undefined) refuse(res, UNKNOWN)
    else {
      req.body = { query: text, variables: parsed.data.variables ?? {} }
      next()
    }
  }
}
