import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { writePrivateFile } from '../settings.ts'

const FILE = 'seed.json'

/** A user of the demo, as made. */
const User = z.object({
  email: z.string(),
  role: z.string(),
  password: z.string(),
  totpSecret: z.string().nullable(),
})
export type DemoUser = z.infer<typeof User>

const Written = z.object({
  gatewayId: z.string().optional(),
  apiKey: z.string().optional(),
  email: z.string().optional(),
  password: z.string().optional(),
  totpSecret: z.string().nullable().optional(),
  /** The demo's other users. */
  users: z.array(User).default([]),
  /** The names of the steps that are done. */
  done: z.array(z.string()),
})

/** What has been seeded so far, so that a start goes on where the last one was cut off, and never seeds twice. */
export type Progress = z.infer<typeof Written>

/** What an earlier start of this data folder has seeded. */
export function readProgress(dataDir: string): Progress {
  const file = join(dataDir, FILE)
  return existsSync(file) ? Written.parse(JSON.parse(readFileSync(file, 'utf8'))) : { done: [], users: [] }
}

/** Keeps it for the next start; only the file's owner may read it. */
export function saveProgress(dataDir: string, progress: Progress): void {
  writePrivateFile(join(dataDir, FILE), progress)
}

/** For a new and empty database, that knows nothing of what was seeded into one before it. */
export function deleteProgress(dataDir: string): void {
  for (const file of [FILE, 'demo.json']) rmSync(join(dataDir, file), { force: true })
}
