import { fork } from 'node:child_process'
import { z } from 'zod'
import type { StackPaths } from './paths.ts'
import type { Settings } from './settings.ts'

/** A function that runs a command of the operator's command line and returns its output. */
export type CommandLine = (args: string[]) => Promise<string>

/** A process that runs commands of the operator's command line. */
export interface CommandLineProcess {
  /** Runs a command. The first command starts the process. @throws CommandError */
  run: CommandLine
  /** Ends the process. Commands that are still running fail. */
  close: () => void
}

/** Thrown when a command of the operator's command line fails. The message contains the output of the command. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

const Result = z.object({ id: z.number(), status: z.number(), out: z.string(), err: z.string() })
type Result = z.infer<typeof Result>

/**
 * Returns the server's command line with these settings. One process runs all commands, because starting a process
 * takes longer than most commands. Aborting `signal` ends the process.
 */
export function createCommandLine(paths: StackPaths, env: Settings, signal: AbortSignal): CommandLineProcess {
  let host: Host | undefined
  const close = (): void => {
    host?.end()
    host = undefined
  }
  signal.addEventListener('abort', close)
  return {
    close,
    async run(args) {
      signal.throwIfAborted()
      host ??= startHost(paths, env)
      const failed = `The command "${args[0] ?? ''}" failed.`
      const { status, out, err } = await host.send(args).catch((error: unknown) => {
        throw new CommandError(`${failed}\n${error instanceof Error ? error.message : String(error)}`)
      })
      if (status !== 0) throw new CommandError(`${failed}\n${err || out}`)
      return out
    },
  }
}

interface Host {
  /** Runs a command. Rejects when the process ends before the command does. */
  send: (args: string[]) => Promise<Result>
  end: () => void
}

function startHost(paths: StackPaths, env: Settings): Host {
  const running = new Map<number, PromiseWithResolvers<Result>>()
  let lastId = 0
  const child = fork(paths.program('stack/command-line-host.js'), {
    env,
    cwd: paths.root,
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  child.on('message', (message) => {
    const result = Result.parse(message)
    running.get(result.id)?.resolve(result)
    running.delete(result.id)
  })
  const ended = Promise.withResolvers<never>()
  ended.promise.catch(() => undefined)
  child.on('error', ended.reject)
  child.once('exit', (code, killedBy) =>
    ended.reject(new Error(`The command line's process ended with ${killedBy ?? `code ${code}`}.`)),
  )
  return {
    send(args) {
      const id = (lastId += 1)
      const command = Promise.withResolvers<Result>()
      running.set(id, command)
      child.send({ id, args })
      return Promise.race([command.promise, ended.promise])
    },
    end: () => void child.kill('SIGTERM'),
  }
}
