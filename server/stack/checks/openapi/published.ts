import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeApi } from '../../../src/api-docs/describe-api.ts'
import { ROUTES } from '../../../src/routes.ts'
import { objectOf, type Json } from './json.ts'

/** The base URL in the stored document. */
const BASE_URL = 'https://api.service.example'

/** Returns the path of the last published document. */
export const publishedFile = (server: string): string => join(server, 'docs', 'api', 'published.json')

/** Reads the last published document. @throws when the file is missing or is not JSON. */
export const readPublished = (server: string): Json =>
  objectOf(JSON.parse(readFileSync(publishedFile(server), 'utf8')))

const TEXTS = ['example', 'examples', 'headers', 'summary', 'description']

/** Whether a member is an example, a text or a response header. A schema may have a property of the same name. */
const isText = (key: string, value: unknown): boolean =>
  TEXTS.includes(key) && (key !== 'description' || typeof value === 'string')

/** Returns the current document without examples and texts, which no client depends on. */
export const currentDocument = (): Json =>
  objectOf(
    JSON.parse(JSON.stringify(describeApi(ROUTES, BASE_URL)), (key, value: unknown) =>
      isText(key, value) ? undefined : value,
    ),
  )
