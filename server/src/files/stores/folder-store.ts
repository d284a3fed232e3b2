import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ObjectStore } from './object-store.ts'

/** The suffix of an incomplete object's file name. */
const PART = '.part'

/**
 * Stores objects as files in a folder. The folder must exist, because a missing folder may be a volume that is not
 * mounted.
 */
export class FolderStore implements ObjectStore {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  async put(name: string, bytes: Buffer): Promise<void> {
    const path = join(this.#folder, name)
    const parent = dirname(path)
    await mkdir(parent, { mode: 0o700 }).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error
    })
    const file = await open(path + PART, 'w', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(path + PART, path)
    await syncFolder(parent)
    await syncFolder(this.#folder)
  }

  async get(name: string): Promise<Buffer | undefined> {
    return await readFile(join(this.#folder, name)).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return undefined
      throw error
    })
  }

  async delete(name: string): Promise<void> {
    const path = join(this.#folder, name)
    await rm(path, { force: true })
    await rm(path + PART, { force: true })
  }

  async *list(): AsyncIterable<string[]> {
    for (const group of await readdir(this.#folder)) {
      const names = await readdir(join(this.#folder, group))
      const whole = names.map((name) => (name.endsWith(PART) ? name.slice(0, -PART.length) : name))
      yield Array.from(new Set(whole), (name) => `${group}/${name}`)
    }
  }
}

/** Flushes the entries of a folder to disk. Without this flush, a new file could be missing after a power failure. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined
