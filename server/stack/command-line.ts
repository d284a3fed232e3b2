import { execFile } from 'node:child_process'
import type { StackPaths } from './paths.ts'
import type { Settings } from './settings.ts'

/** A function that runs a command of the operator's command line and returns its output. */
export type CommandLine = (args: string[]) => Promise<string>

const OUTPUT_BYTES_MAX = 1024 * 1024

/** Thrown when a command of the operator's command line fails. The message contains the output of the command. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

/** Returns the server's command line with these settings. @throws CommandError */
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
