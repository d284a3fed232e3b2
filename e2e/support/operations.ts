import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { APIRequestContext, Request } from '@playwright/test'
import { z } from 'zod'
import { readDemo } from './stack.ts'

const DOCUMENTS_FILE = join(import.meta.dirname, '../../console/src/api/generated/persisted-documents.json')
const DOCUMENTS = z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(DOCUMENTS_FILE, 'utf8')))

const RequestBody = z.object({ documentId: z.string() })

/** Returns the name of the GraphQL operation in a request. */
export function operationOf(request: Request): string {
  const { documentId } = RequestBody.parse(request.postDataJSON())
  return /(?:query|mutation) (\w+)/.exec(DOCUMENTS[documentId] ?? '')?.[1] ?? documentId
}

/** Returns the id of the persisted document that contains this GraphQL operation. */
export function documentIdOf(name: string): string {
  const operation = new RegExp(`(?:query|mutation) ${name}\\b`)
  const [id] = Object.entries(DOCUMENTS).find(([, text]) => operation.test(text)) ?? []
  if (id === undefined) throw new Error(`BUG: the console has no GraphQL operation named ${name}`)
  return id
}

/**
 * Sends an operation with the cookies of `client`, such as those of a page's browser context.
 * @throws Error when the server refuses the operation.
 */
export async function sendOperation(
  client: APIRequestContext,
  name: string,
  variables: object,
): Promise<void> {
  const response = await client.post(new URL('/graphql', readDemo().console.url).href, {
    headers: { 'apollo-require-preflight': 'true' },
    data: { documentId: documentIdOf(name), variables },
  })
  const text = await response.text()
  if (!response.ok() || text.includes('"errors"'))
    throw new Error(`The server refused the operation ${name}: ${text}`)
}
