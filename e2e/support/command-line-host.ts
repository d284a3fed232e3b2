import { join } from 'node:path'
import { Readable } from 'node:stream'
import { z } from 'zod'

/**
 * Runs commands of the operator's command line for one Playwright worker. The worker sends each command as a message.
 * One process runs all commands, because starting a process takes longer than most commands.
 */

const Program = z.object({
  runCli: z.custom<(shell: object, args: readonly string[]) => Promise<number>>(
    (value) => typeof value === 'function',
  ),
})
const Message = z.object({ id: z.number(), args: z.array(z.string()) })

const { runCli } = Program.parse(await import(join(process.argv[2] ?? '', 'cli', 'program.js')))

async function run(message: unknown): Promise<void> {
  const { id, args } = Message.parse(message)
  const output: string[] = []
  const write = (text: string): void => void output.push(text)
  const shell = { env: process.env, input: Readable.from([]), out: write, err: write, failed: false }
  const status = await runCli(shell, args)
  process.send?.({ id, status, output: output.join('') })
}

process.on('message', (message) => void run(message))
// Exits when the worker has ended, because that closes the channel.
process.on('disconnect', () => process.exit())
