import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { terminate, identifyProcess, isRunning, type ProcessIdentity } from './processes.ts'

const Identity = z.object({ name: z.string(), pid: z.number().int(), started: z.string() })
const LockFile = z.object({ holder: Identity, children: z.array(Identity) })

/** Thrown when another stack uses the same data folder. */
export class AlreadyRunning extends Error {
  override readonly name = 'AlreadyRunning'
}

/** The lock of a data folder, with the list of the processes started on it. */
export interface Lock {
  /** Records a child process in the lock. If this process is killed, the next start ends that child. */
  add(name: string, pid: number): void
  release(): void
}

const LEFTOVER_GRACE_MS = 8_000
const TRIES_MAX = 3

/**
 * Locks the data folder for this process. First ends the processes that a killed holder left running.
 * @throws AlreadyRunning
 */
export async function acquireLock(dataDir: string): Promise<Lock> {
  mkdirSync(dataDir, { recursive: true })
  const file = join(dataDir, 'stack.json')
  const holder = identifyProcess('stack', process.pid)
  if (!holder) throw new Error('BUG: this process was not found in the list of processes')
  const children: ProcessIdentity[] = []
  const write = (flag: 'w' | 'wx'): void =>
    writeFileSync(file, `${JSON.stringify({ holder, children }, null, 2)}\n`, { flag })

  for (let tries = 1; tries <= TRIES_MAX; tries++) {
    try {
      write('wx')
      break
    } catch (error) {
      if (!isTaken(error) || tries === TRIES_MAX) throw error
      await releaseStaleLock(file, dataDir)
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

async function releaseStaleLock(file: string, dataDir: string): Promise<void> {
  const current = read(file)
  if (current && isRunning(current.holder)) {
    throw new AlreadyRunning(
      `The stack of process ${current.holder.pid} already uses ${dataDir}.\n` +
        'Stop that process (Ctrl-C in its terminal), or use another DATA_DIR and other ports.',
    )
  }
  // End the processes in reverse order of their start, so that the server ends before its database.
  for (const child of current?.children.toReversed() ?? []) {
    await terminate(child, child.name === 'postgres' ? 'SIGINT' : 'SIGTERM', LEFTOVER_GRACE_MS)
  }
  rmSync(file, { force: true })
}

function read(file: string): z.infer<typeof LockFile> | undefined {
  try {
    return LockFile.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}
