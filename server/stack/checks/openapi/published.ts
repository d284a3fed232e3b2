import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeApi } from '../../../src/api-docs/describe-api.ts'
import { ROUTES } from '../../../src/routes.ts'
import { objectOf, type Json } from './json.ts'

/** The base URL in the stored document. */
const BASE_URL = 'https://api.service.example'

/** Returns the path of the last published document. */
export const publishedFile = (server: string): string => join(server, 'docs', 'api', 'published.json')

/** Reads the last published document. @throws Error when the file is missing or is not JSON. */
export const readPublished = (server: string): Json =>
  objectOf(JSON.parse(readFileSync(publishedFile(server), 'utf8')))

const UNSTORED = ['example', 'examples', 'headers']

/**
 * Returns the current document without its examples and its descriptions of response headers. A change of examples or
 * of these descriptions breaks no generated client.
 */
export const currentDocument = (): Json =>
  objectOf(
    JSON.parse(JSON.stringify(describeApi(ROUTES, BASE_URL)), (key, value: unknown) =>
      UNSTORED.includes(key) ? undefined : value,
    ),
  )
