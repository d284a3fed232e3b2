import { Readable } from 'node:stream'
import { z } from 'zod'
import { runCli } from '../src/cli/program.ts'

/**
 * Runs commands of the operator's command line that the parent process sends as messages. One process runs all
 * commands, because starting a process takes longer than most commands.
 */

const Message = z.object({ id: z.number(), args: z.array(z.string()) })

async function run(message: unknown): Promise<void> {
  const { id, args } = Message.parse(message)
  const out: string[] = []
  const err: string[] = []
  const shell = {
    env: process.env,
    input: Readable.from([]),
    out: (text: string) => void out.push(text),
    err: (text: string) => void err.push(text),
    failed: false,
  }
  const status = await runCli(shell, args)
  process.send?.({ id, status, out: out.join(''), err: err.join('') })
}

process.on('message', (message) => void run(message))
// Exits when the parent has ended or has closed the channel.
process.on('disconnect', () => process.exit())
