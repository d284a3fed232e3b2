import { systemClock } from '../src/kernel/clock.ts'
import { systemIds } from '../src/kernel/ids.ts'
import { readSettings } from './settings.ts'
import { startSimulator } from './simulator.ts'

const STOP_MAX_MS = 900
const CHANCE_BYTES = 6

const random = (): number =>
  systemIds.bytes(CHANCE_BYTES).readUIntBE(0, CHANCE_BYTES) / 2 ** (8 * CHANCE_BYTES)

const log = (line: Record<string, unknown>): void => void process.stdout.write(`${JSON.stringify(line)}\n`)

/** Runs the simulator until SIGINT or SIGTERM, then exits with 0. Exits with 1 if it cannot start. */
export async function serveSimulator(env: NodeJS.ProcessEnv): Promise<void> {
  try {
    await run(env)
    process.exit(0)
  } catch (error) {
    log({ msg: 'failed', error: error instanceof Error ? error.message : String(error) })
    process.exit(1)
  }
}

async function run(env: NodeJS.ProcessEnv): Promise<void> {
  const simulator = await startSimulator(readSettings(env), { clock: systemClock, random })
  log({ msg: 'listening', port: simulator.port, inbox_port: simulator.inboxPort })
  const signal = await Promise.race(['SIGTERM', 'SIGINT'].map((name) => once(name)))
  await Promise.race([simulator.stop(), systemClock.sleep(STOP_MAX_MS)])
  log({ msg: 'stopped', signal })
}

const once = (signal: string): Promise<string> =>
  new Promise((resolve) => process.once(signal, () => resolve(signal)))
