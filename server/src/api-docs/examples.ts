import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Examples } from '../http/openapi/recorded.ts'
import { DOCS_FOLDER } from './docs-folder.ts'

const Recording = z.object({
  operations: z.record(
    z.string(),
    z.object({
      parameters: z.record(z.string(), z.string()),
      request: z.unknown().optional(),
      responses: z.record(z.string(), z.unknown()),
    }),
  ),
  events: z.record(z.string(), z.looseObject({ id: z.string(), data: z.record(z.string(), z.unknown()) })),
})

let read: z.infer<typeof Recording> | undefined

/** Reads the recorded requests, responses and events from their file once. The test of this module writes the file. */
const recording = (): z.infer<typeof Recording> =>
  (read ??= Recording.parse(JSON.parse(readFileSync(join(DOCS_FOLDER, 'api', 'examples.json'), 'utf8'))))

/** Returns the recorded requests and responses by operationId. */
export const recordedOperations = (): Examples => recording().operations

/** Returns the recorded events by type. */
export const recordedEvents = () => recording().events
