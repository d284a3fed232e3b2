import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { terminate, identifyProcess, isRunning, type ProcessIdentity } from './processes.ts'

const Known = z.object({ name: z.string(), pid: z.number().int(), started: z.string() })
const Written = z.object({ holder: Known, children: z.array(Known) })

/** Another stack runs on the same data folder. */
export class AlreadyRunning extends Error {
  override readonly name = 'AlreadyRunning'
}

/** The right to use a data folder, and the list of what was started on it. */
export interface Lock {
  /** Remembers a child, so that the next start can end it should we be killed before it. */
  add(name: string, pid: number): void
  release(): void
}

const LEFTOVER_GRACE_MS = 8_000
const TRIES_MAX = 3

/**
 * Takes the data folder for this process. What an earlier holder left running when it was killed is ended first.
 * @throws AlreadyRunning
 */
export async function acquireLock(dataDir: string): Promise<Lock> {
  mkdirSync(dataDir, { recursive: true })
  const file = join(dataDir, 'stack.json')
  const holder = identifyProcess('stack', process.pid)
  if (!holder) throw new Error('lock: this process cannot be found')
  const children: ProcessIdentity[] = []
  const write = (flag: 'w' | 'wx'): void =>
    writeFileSync(file, `${JSON.stringify({ holder, children }, null, 2)}\n`, { flag })

  for (let tries = 1; tries <= TRIES_MAX; tries++) {
    try {
      write('wx')
      break
    } catch (error) {
      if (!isTaken(error) || tries === TRIES_MAX) throw error
      await clear(file, dataDir)
    }
  }
  return {
    add(name, pid) {
      const child = identifyProcess(name, pid)
      if (child) children.push(child)
      write('w')
    },
    release: () => rmSync(file, { force: true }),
  }
}

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EEXIST'

async function clear(file: string, dataDir: string): Promise<void> {
  const held = read(file)
  if (held && isRunning(held.holder)) {
    throw new AlreadyRunning(
      `${dataDir} is in use: it is being run by process ${held.holder.pid}.\n` +
        'Stop that one first (Ctrl-C in its terminal), or run beside it with other ports and another DATA_DIR.',
    )
  }
  // Last started, first ended: the server before the database that it uses.
  for (const child of held?.children.toReversed() ?? []) {
    await terminate(child, child.name === 'postgres' ? 'SIGINT' : 'SIGTERM', LEFTOVER_GRACE_MS)
  }
  rmSync(file, { force: true })
}

function read(file: string): z.infer<typeof Written> | undefined {
  try {
    return Written.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}
