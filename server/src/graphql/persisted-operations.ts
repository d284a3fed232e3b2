import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RequestHandler, Response } from 'express'
import { z } from 'zod'

/** What the console's pages may ask for: each text by its id, `sha256:` and the text's digest. */
export type Operations = ReadonlyMap<string, string>

/** Written by the console's build beside its pages; a name with a dot in front is never served. */
const FILE = '.operations.json'

/**
 * The operations of the console that is served from `consoleDir`; none without one.
 * @throws when the file is not what the console's build wrote: a text that does not match its id.
 */
export function readOperations(consoleDir: string | undefined): Operations {
  const file = consoleDir === undefined ? undefined : join(consoleDir, FILE)
  if (file === undefined || !existsSync(file)) return new Map()
  const listed = z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(file, 'utf8')))
  const operations = new Map(Object.entries(listed))
  for (const [id, text] of operations)
    if (idOf(text) !== id) throw new Error(`${FILE}: ${id} is not its text`)
  return operations
}

const idOf = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`

const Named = z.strictObject({
  documentId: z.string(),
  variables: z.record(z.string(), z.unknown()).nullish(),
})

/** Why an operation was not looked at. */
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
 * Puts the text in the place of `documentId` (GraphQL over HTTP, persisted documents). Whatever names no operation of
 * the console is refused before it is parsed; in development it goes through as it is.
 */
export function onlyPersisted(
  operations: Operations,
  development: boolean,
  refuse: (res: Response, refusal: Refusal) => void,
): RequestHandler {
  return (req, res, next) => {
    const body: unknown = req.body
    const isNamed = typeof body === 'object' && body !== null && Object.hasOwn(body, 'documentId')
    if (!isNamed && development) {
      next()
      return
    }
    const named = Named.safeParse(body)
    const text = named.success ? operations.get(named.data.documentId) : undefined
    if (!named.success) refuse(res, REQUIRED)
    else if (text === undefined) refuse(res, UNKNOWN)
    else {
      req.body = { query: text, variables: named.data.variables ?? {} }
      next()
    }
  }
}
