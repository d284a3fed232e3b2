import { createHash, randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'

/** The progress of `pix-listen`, stored in a file. */
export interface State {
  /** A hash of the API key and of the URL of the service. The hash identifies key and URL without revealing the key. */
  source: string
  /** The secret that signs forwarded events. */
  secret: string
  /** The cursor after which the current page of the feed begins. Null before and during the first page. */
  cursor: string | null
  /** The ids of the events of the current page that the local server has accepted. */
  forwarded: string[]
}

/** An error that the user can resolve. The message names what to change. */
export class ListenError extends Error {
  override readonly name = 'ListenError'
}

/** Returns the hash for `State.source`. */
export const sourceOf = (baseUrl: string, apiKey: string): string =>
  createHash('sha256').update(`${baseUrl}\n${apiKey}`).digest('hex').slice(0, 32)

/**
 * Reads the state from a file. If the file does not exist, returns a new state with a new secret.
 * @throws ListenError when the file is not a state, or belongs to another key or service.
 */
export async function loadState(file: string, source: string): Promise<State> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined)
    return { source, secret: `whsec_${randomBytes(32).toString('base64url')}`, cursor: null, forwarded: [] }
  const state = parse(text)
  if (!state)
    throw new ListenError(`${file} is not a state file of pix-listen. Delete it, or choose another --state.`)
  if (state.source !== source)
    throw new ListenError(`${file} belongs to another key or another --base-url. Choose another --state.`)
  return state
}

function parse(text: string): State | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isState(value) ? value : undefined
  } catch {
    return undefined
  }
}

const isState = (value: unknown): value is State =>
  typeof value === 'object' &&
  value !== null &&
  'source' in value &&
  typeof value.source === 'string' &&
  'secret' in value &&
  typeof value.secret === 'string' &&
  'cursor' in value &&
  (value.cursor === null || typeof value.cursor === 'string') &&
  'forwarded' in value &&
  Array.isArray(value.forwarded)

/**
 * Stores the state in the file. After a crash, the file contains either the old or the new state. Only the user who
 * runs `pix-listen` can read the file.
 */
export async function saveState(file: string, state: State): Promise<void> {
  const next = `${file}.${process.pid}.tmp`
  await writeFile(next, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 })
  await rename(next, file)
}
