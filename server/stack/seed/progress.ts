import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { writePrivateFile } from '../settings.ts'

const FILE = 'seed.json'

/** A user of the demo that a seed step has created. */
const User = z.object({
  email: z.string(),
  role: z.string(),
  password: z.string(),
  totpSecret: z.string().nullable(),
})
export type DemoUser = z.infer<typeof User>

const ProgressFile = z.object({
  gatewayId: z.string().optional(),
  apiKey: z.string().optional(),
  testKey: z.string().optional(),
  email: z.string().optional(),
  password: z.string().optional(),
  totpSecret: z.string().nullable().optional(),
  /** All users except the administrator. */
  users: z.array(User).default([]),
  /** Names of the completed steps. */
  done: z.array(z.string()),
})

/**
 * The demo data that the seed has created so far. A later start continues from here and never runs a completed step
 * again.
 */
export type Progress = z.infer<typeof ProgressFile>

/** Reads which data earlier starts have seeded in this data folder. */
export function readProgress(dataDir: string): Progress {
  const file = join(dataDir, FILE)
  return existsSync(file)
    ? ProgressFile.parse(JSON.parse(readFileSync(file, 'utf8')))
    : { done: [], users: [] }
}

/** Saves the progress of the seed for the next start. Only the owner of the file can read the progress. */
export function saveProgress(dataDir: string, progress: Progress): void {
  writePrivateFile(join(dataDir, FILE), progress)
}

/** Deletes the progress, because a new database contains none of the seeded data. */
export function deleteProgress(dataDir: string): void {
  for (const file of [FILE, 'demo.json']) rmSync(join(dataDir, file), { force: true })
}
