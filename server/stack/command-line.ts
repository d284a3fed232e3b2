import { execFile } from 'node:child_process'
import type { StackPaths } from './paths.ts'
import type { Settings } from './settings.ts'

/** Runs an operator's command, as a person would in a terminal, and returns what it printed. */
export type CommandLine = (args: string[]) => Promise<string>

const OUTPUT_BYTES_MAX = 1024 * 1024

/** A command of the operator's command line failed; the message holds what it said. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

/** The command line of the server with these settings. */
export function commandLine(paths: StackPaths, env: Settings, signal: AbortSignal): CommandLine {
  return (args) =>
    new Promise((resolve, reject) => {
      const program = [paths.program('src/cli.js'), ...args]
      const options = { env, cwd: paths.root, signal, maxBuffer: OUTPUT_BYTES_MAX }
      execFile(process.execPath, program, options, (error, stdout, stderr) => {
        if (!error) return resolve(stdout)
        const [command = ''] = args
        reject(new CommandError(`The command "${command}" failed.\n${stderr || stdout || error.message}`))
      })
    })
}
