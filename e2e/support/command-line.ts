import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { z } from 'zod'
import { workerDataDir } from './stack.ts'

const HOST = join(import.meta.dirname, '..', '..', 'server', 'dist', 'stack', 'command-line-host.js')

const Result = z.object({ id: z.number(), status: z.number(), out: z.string(), err: z.string() })
type Result = z.infer<typeof Result>

let host: ChildProcess | undefined
let lastId = 0
const running = new Map<number, PromiseWithResolvers<Result>>()

/** Runs a command of the operator's command line and returns its JSON output. @throws Error when the command fails. */
export async function commandLine(args: readonly string[]): Promise<unknown> {
  host ??= startHost()
  const id = (lastId += 1)
  const command = Promise.withResolvers<Result>()
  running.set(id, command)
  host.channel?.ref()
  host.send({ id, args: [...args, '--json'] })
  const { status, out, err } = await command.promise
  if (status !== 0) throw new Error(`The command ${args.join(' ')} failed: ${err || out}`)
  return JSON.parse(out)
}

/** Starts the process that runs the commands of this worker. The worker can exit although this process still runs. */
function startHost(): ChildProcess {
  const { DATABASE_URL: _, ...environment } = process.env
  // Without `execArgv: []` the new process would inherit Node options that are meant for the test runner.
  const started = fork(HOST, { env: { ...environment, DATA_DIR: workerDataDir() }, execArgv: [] })
  started.unref()
  started.on('message', (message) => {
    const result = Result.parse(message)
    running.get(result.id)?.resolve(result)
    running.delete(result.id)
    if (running.size === 0) started.channel?.unref()
  })
  started.once('exit', (code) => {
    host = undefined
    for (const { reject } of running.values())
      reject(new Error(`The process of the command line exited with ${code} before its commands ended`))
    running.clear()
  })
  return started
}
