import type { Command } from 'commander'
import { parseDateTime } from './arguments.ts'
import { runAndPrint, withContext, type CommandOutput, type OutputOptions, type Shell } from './shell.ts'
import type { Context } from '../kernel/context.ts'
import { Problem } from '../kernel/problem.ts'
import { recordVerdict } from '../ledger/verify/verdict.queries.ts'
import type { Finding } from '../ledger/checks/findings.ts'
import { verifyLedger, type Verdict } from '../ledger/verify/verify-ledger.ts'
import { rewindAnchors, type RewoundAnchors } from '../ledger/anchors/rewind-anchors.ts'
import { verifyWithAnchor } from '../ledger/anchors/verify-with-anchor.ts'

interface VerifyOptions extends OutputOptions {
  account?: string
  anchor?: string
}

/** Adds `ledger verify`. A ledger with findings ends the process with status 1. */
export function addLedgerCommands(program: Command, shell: Shell): void {
  const ledger = program.command('ledger').description('the journal of every account')

  ledger
    .command('verify')
    .description('recompute every ledger from its lines, check the hash chain and the invariants')
    .option('--json', 'print one line of JSON')
    .option('--account <gateway_id>', "only this account's ledger")
    .option(
      '--anchor <file>',
      'compare the whole ledger with the signed anchors in a file, then append an anchor',
    )
    .action((options: VerifyOptions) =>
      runAndPrint(shell, options, () =>
        withContext(shell, async (ctx) => {
          const verdict = await verify(ctx, options)
          if (!verdict.sound) shell.failed = true
          return formatVerdict(verdict)
        }),
      ),
    )

  ledger
    .command('rewind-anchors')
    .description(
      'after a restore of the database: remove the anchors after a moment; keeps the whole file too',
    )
    .option('--json', 'print one line of JSON')
    .requiredOption('--anchor <file>', 'the file with the signed anchors')
    .requiredOption('--to <date-time>', 'the moment of the restore, ISO 8601 with a zone', parseDateTime)
    .action((options: OutputOptions & { anchor: string; to: Date }) =>
      runAndPrint(shell, options, () =>
        withContext(shell, async (ctx) =>
          formatRewound(await rewindAnchors(ctx.vault, options.anchor, options.to)),
        ),
      ),
    )
}

function formatRewound({ keptCount, removedCount, movedTo }: RewoundAnchors): CommandOutput {
  const json = { kept: keptCount, removed: removedCount, moved_to: movedTo }
  const kept = `${keptCount} anchors remain.`
  const text =
    movedTo === null
      ? `No anchor is later. ${kept}`
      : `${removedCount} anchors removed. ${kept} The whole file is now ${movedTo}`
  return { json, text }
}

async function verify(ctx: Context, { account, anchor }: VerifyOptions): Promise<Verdict> {
  if (account !== undefined && anchor !== undefined)
    throw new Problem('validation_error', { reason: 'anchors_are_of_all_accounts' })
  if (account !== undefined) return await verifyLedger(ctx, { merchantId: account })
  const verdict = anchor === undefined ? await verifyLedger(ctx) : await verifyWithAnchor(ctx, anchor)
  await recordVerdict(ctx, verdict)
  return verdict
}

function formatVerdict(verdict: Verdict): CommandOutput {
  const json = {
    sound: verdict.sound,
    accounts: verdict.merchantsCount,
    entries: verdict.entriesCount.toString(),
    findings_count: verdict.findingsCount,
    findings: verdict.findings.map((finding) => ({
      invariant: finding.invariant,
      name: finding.name,
      gateway_id: finding.merchantId,
      seq: finding.seq,
      journal_id: finding.journalId,
      what: finding.what,
    })),
    started_at: verdict.startedAt.toISOString(),
    finished_at: verdict.finishedAt.toISOString(),
  }
  const scope = `${verdict.merchantsCount} accounts, ${verdict.entriesCount} entries`
  const lines = verdict.sound
    ? [`The ledger is sound: ${scope}.`]
    : [
        `The ledger is NOT sound: ${verdict.findingsCount} findings in ${scope}.`,
        ...verdict.findings.map(describe),
      ]
  return { json, text: lines.join('\n') }
}

function describe({ invariant, name, merchantId, seq, journalId, what }: Finding): string {
  const where = [merchantId && `account ${merchantId}`, seq && `entry ${seq}`, journalId].filter(Boolean)
  return `  ${invariant} ${name}  ${where.join(', ') || 'service'}: ${what}`
}
