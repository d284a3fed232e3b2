import type { Command } from 'commander'
import { recordAuditVerdict } from '../audit/record-audit-verdict.ts'
import { verifyAudit, type AuditHead, type AuditVerdict } from '../audit/verify-audit.ts'
import {
  runAndPrint,
  withContext,
  type CommandOutput,
  type OutputOptions,
  type Shell,
} from './context/shell.ts'
import { Problem } from '../kernel/problem.ts'

const HEAD_HINT = 'POSITION:HASH, as "audit verify" prints it'

interface VerifyOptions extends OutputOptions {
  head?: string
}

/** Adds `audit verify`. A fault in the audit log ends the process with status 1. */
export function addAuditCommands(program: Command, shell: Shell): void {
  program
    .command('audit')
    .description('the audit log: what people did and saw')
    .command('verify')
    .description('check the hash chain from its first line; name the first broken line')
    .option('--json', 'print one line of JSON')
    .option(
      '--head <position:hash>',
      'a head printed by an earlier run; the audit log must still contain this head',
    )
    .action((options: VerifyOptions) =>
      runAndPrint(shell, options, () =>
        withContext(shell, async (ctx) => {
          const head = readHead(options.head)
          const verdict = await verifyAudit(ctx, head)
          // Do not record a verdict if a head was given, because a mistyped head would report a sound log as unsound.
          if (head === undefined) await recordAuditVerdict(ctx, verdict)
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
    throw new Problem('validation_error', { fields: [{ path: 'head', code: 'format', hint: HEAD_HINT }] })
  return { position: BigInt(position), hash }
}

function formatVerdict({ sound, linesCount, head, fault }: AuditVerdict): CommandOutput {
  const headText = `${head.position}:${head.hash}`
  const json = {
    sound,
    lines: linesCount.toString(),
    head: headText,
    first_broken: fault && {
      position: fault.position?.toString() ?? null,
      seq: fault.seq?.toString() ?? null,
      id: fault.id,
      what: fault.what,
    },
  }
  if (fault === null) return { json, text: `The audit log is sound: ${linesCount} lines.\nhead ${headText}` }
  const where = [fault.position && `link ${fault.position}`, fault.seq && `line ${fault.seq}`, fault.id]
  return { json, text: `The audit log is BROKEN: ${where.filter(Boolean).join(', ')}: ${fault.what}.` }
}
