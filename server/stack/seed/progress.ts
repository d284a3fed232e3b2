import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { writePrivateFile } from '../settings.ts'

const FILE = 'seed.json'

/** A created user of the demo. */
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
  email: z.string().optional(),
  password: z.string().optional(),
  totpSecret: z.string().nullable().optional(),
  /** Users other than the administrator. */
  users: z.array(User).default([]),
  /** Names of the completed steps. */
  done: z.array(z.string()),
})

/** The data seeded so far. A start continues after an interrupted start and never runs a completed step again. */
export type Progress = z.infer<typeof ProgressFile>

/** Reads what earlier starts have seeded in this data folder. */
export function readProgress(dataDir: string): Progress {
  const file = join(dataDir, FILE)
  return existsSync(file)
    ? ProgressFile.parse(JSON.parse(readFileSync(file, 'utf8')))
    : { done: [], users: [] }
}

/** Saves the progress for the next start. Only the file's owner can read it. */
export function saveProgress(dataDir: string, progress: Progress): void {
  writePrivateFile(join(dataDir, FILE), progress)
}

/** Deletes the progress, because a new database has none of the data seeded before. */
export function deleteProgress(dataDir: string): void {
  for (const file of [FILE, 'demo.json']) rmSync(join(dataDir, file), { force: true })
}
