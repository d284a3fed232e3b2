import { DATA_DIR_VARIABLE, startStack } from './stack.ts'

/** One stack for a run of the journeys; each journey makes what it needs in it. */
export default async function setup(): Promise<() => Promise<void>> {
  const stack = await startStack()
  process.env[DATA_DIR_VARIABLE] = stack.dataDir
  return () => stack.stop()
}
