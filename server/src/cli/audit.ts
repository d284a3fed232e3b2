import type { Command } from 'commander'
import { verifyAudit, type AuditHead, type AuditVerdict } from '../audit/verify-audit.ts'
import { runAndPrint, withContext, type CommandOutput, type OutputOptions, type Shell } from './shell.ts'
import { Problem } from '../kernel/problem.ts'

interface VerifyOptions extends OutputOptions {
  head?: string
}

/** The proof of the record of what people did. A broken one ends the process with 1, like a refusal. */
export function addAuditCommands(program: Command, shell: Shell): void {
  program
    .command('audit')
    .description('the record of what people did and saw')
    .command('verify')
    .description('walk the hash chain from its first line; name the first broken one')
    .option('--json', 'answer with one line of JSON')
    .option('--head <position:hash>', 'a head noted before: the record must still hold it')
    .action((options: VerifyOptions) =>
      runAndPrint(shell, options, () =>
        withContext(shell, async (ctx) => {
          const verdict = await verifyAudit(ctx, readHead(options.head))
          if (!verdict.sound) shell.failed = true
          return formatVerdict(verdict)
        }),
      ),
    )
}

function readHead(text: string | undefined): AuditHead | undefined {
  if (text === undefined) return undefined
  const [, position, hash] = /^(\d{1,18}):([0-9a-f]{64})$/.exec(text.trim().toLowerCase()) ?? []
  if (position === undefined || hash === undefined)
    throw new Problem('validation_error', { fields: [{ path: 'head', code: 'format' }] })
  return { position: BigInt(position), hash }
}

function formatVerdict({ sound, linesCount, head, fault }: AuditVerdict): CommandOutput {
  const noted = `${head.position}:${head.hash}`
  const json = {
    sound,
    lines: linesCount.toString(),
    head: noted,
    first_broken: fault && {
      position: fault.position?.toString() ?? null,
      seq: fault.seq?.toString() ?? null,
      id: fault.id,
      what: fault.what,
    },
  }
  if (fault === null) return { json, text: `The audit record is whole: ${linesCount} lines.\nhead ${noted}` }
  const where = [fault.position && `link ${fault.position}`, fault.seq && `line ${fault.seq}`, fault.id]
  return { json, text: `The audit record is BROKEN: ${where.filter(Boolean).join(', ')}: ${fault.what}.` }
}
