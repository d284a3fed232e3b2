import { once } from 'node:events'
import { closeSync, createReadStream, createWriteStream, openSync, writeSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { isRecord } from './calls.ts'
import type { Change } from './records.ts'

/** The changes that an earlier simulator process saved, and functions that save further changes. */
export interface SavedLog {
  changes: readonly Change[]
  /**
   * Writes a change before the network answers the call that caused the change. So a network that is killed and
   * started again has every charge that it confirmed.
   */
  save: (change: Change) => void
  /** Writes pending changes and closes the file. */
  close: () => Promise<void>
}

/** If the log has more than this many lines per record, the next start compacts it. */
const STALE_FACTOR = 2

/**
 * Opens a log with one change (JSON) on each line. The last line about a record contains its current state; a line that
 * is not valid JSON is ignored, for example a truncated one. The folder must exist.
 */
export async function openSavedLog(path: string): Promise<SavedLog> {
  const latest = new Map<string, Change>()
  let lines = 0
  let isTruncated = false
  for await (const line of linesOf(path)) {
    lines += 1
    const change = readChange(line)
    if (change === undefined) isTruncated = true
    else applyChange(latest, change)
  }
  const changes = [...latest.values()]
  if (isTruncated || lines > latest.size * STALE_FACTOR) await rewrite(path, changes)
  return { changes, ...appendTo(openSync(path, 'a', 0o600)) }
}

function appendTo(file: number): Omit<SavedLog, 'changes'> {
  let waiting: string[] = []
  let isClosed = false
  const flush = () => {
    const text = waiting.join('')
    waiting = []
    if (text !== '' && !isClosed) writeSync(file, text)
  }
  return {
    save(change) {
      // A call continues after this microtask, so one write contains all changes of the call.
      if (waiting.length === 0) queueMicrotask(flush)
      waiting.push(`${JSON.stringify(change)}\n`)
    },
    close() {
      flush()
      if (!isClosed) closeSync(file)
      isClosed = true
      return Promise.resolve()
    },
  }
}

async function* linesOf(path: string): AsyncGenerator<string> {
  const file = await open(path).catch(undefinedIfMissing)
  if (file === undefined) return
  await file.close()
  yield* createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })
}

/** Replaces the file atomically: writes a new file, then gives it the name of the old file. */
async function rewrite(path: string, changes: readonly Change[]): Promise<void> {
  const temporary = `${path}.new`
  const file = createWriteStream(temporary, { mode: 0o600 })
  for (const change of changes) {
    if (!file.write(`${JSON.stringify(change)}\n`)) await once(file, 'drain')
  }
  file.end()
  await once(file, 'close')
  await rename(temporary, path)
}

function applyChange(latest: Map<string, Change>, change: Change): void {
  if (change.kind === 'webhook_gone') latest.delete(`webhook ${change.chave}`)
  else latest.set(keyOf(change), change)
}

function keyOf(change: Exclude<Change, { kind: 'webhook_gone' }>): string {
  switch (change.kind) {
    case 'cob':
      return `cob ${change.cob.txid}`
    case 'pix':
      return `pix ${change.pix.endToEndId}`
    case 'webhook':
      return `webhook ${change.webhook.chave}`
    case 'med':
      return `med ${change.med.id}`
  }
}

function readChange(line: string): Change | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return isChange(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Checks only the kind of a line, because only this module writes the log. */
const isChange = (value: unknown): value is Change =>
  isRecord(value) && ['cob', 'pix', 'webhook', 'webhook_gone', 'med'].some((kind) => kind === value['kind'])

function undefinedIfMissing(error: unknown): undefined {
  if (isRecord(error) && error['code'] === 'ENOENT') return undefined
  throw error
}
