import { once } from 'node:events'
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { isRecord } from './calls.ts'
import type { Change } from './records.ts'

/** What a network saved before, and where it saves from now on. */
export interface SavedLog {
  changes: readonly Change[]
  /** Writes a change soon after; a crash loses at most those of the last moment. */
  save: (change: Change) => void
  /** Writes what is left and ends. */
  close: () => Promise<void>
}

/** Lines that replaced one another are dropped at the next start once they outnumber the live ones so many times. */
const STALE_FACTOR = 2

/** One change a line (JSON), appended, in a folder that exists; the last line of a record counts, and a torn last line does not. */
export async function openSavedLog(path: string): Promise<SavedLog> {
  const live = new Map<string, Change>()
  let lines = 0
  let torn = false
  for await (const line of linesOf(path)) {
    lines += 1
    const change = readChange(line)
    if (change === undefined) torn = true
    else fold(live, change)
  }
  const changes = [...live.values()]
  if (torn || lines > live.size * STALE_FACTOR) await rewrite(path, changes)
  return { changes, ...appendTo(createWriteStream(path, { flags: 'a', mode: 0o600 })) }
}

function appendTo(file: WriteStream): Omit<SavedLog, 'changes'> {
  let waiting: string[] = []
  const flush = () => {
    if (waiting.length > 0) file.write(waiting.join(''))
    waiting = []
  }
  return {
    save(change) {
      if (waiting.length === 0) setImmediate(flush)
      waiting.push(`${JSON.stringify(change)}\n`)
    },
    async close() {
      flush()
      file.end()
      await once(file, 'close')
    },
  }
}

async function* linesOf(path: string): AsyncGenerator<string> {
  const file = await open(path).catch(absent)
  if (file === undefined) return
  await file.close()
  yield* createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })
}

/** Whole or not at all: written beside the old file, then put in its place. */
async function rewrite(path: string, changes: readonly Change[]): Promise<void> {
  const beside = `${path}.new`
  const file = createWriteStream(beside, { mode: 0o600 })
  for (const change of changes) {
    if (!file.write(`${JSON.stringify(change)}\n`)) await once(file, 'drain')
  }
  file.end()
  await once(file, 'close')
  await rename(beside, path)
}

function fold(live: Map<string, Change>, change: Change): void {
  if (change.kind === 'webhook_gone') live.delete(`webhook ${change.chave}`)
  else live.set(nameOf(change), change)
}

function nameOf(change: Exclude<Change, { kind: 'webhook_gone' }>): string {
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

/** Only this file's own lines are read back, so that the kind is enough to know the rest. */
const isChange = (value: unknown): value is Change =>
  isRecord(value) && ['cob', 'pix', 'webhook', 'webhook_gone', 'med'].some((kind) => kind === value['kind'])

function absent(error: unknown): undefined {
  if (isRecord(error) && error['code'] === 'ENOENT') return undefined
  throw error
}
