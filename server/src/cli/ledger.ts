import type { Command } from 'commander'
import { parseDateTime } from './arguments.ts'
import { withMerchant } from './context/cell-context.ts'
import {
  runAndPrint,
  userPath,
  withContext,
  type CommandOutput,
  type OutputOptions,
  type Shell,
} from './context/shell.ts'
import type { Context } from '../kernel/context.ts'
import { Problem } from '../kernel/problem.ts'
import { recordVerdict } from '../ledger/verify/verdict.queries.ts'
import type { Finding } from '../ledger/checks/findings.ts'
import { verifyLedger, type Verdict } from '../ledger/verify/verify-ledger.ts'
import { rewindAnchors, type RewoundAnchors } from '../ledger/anchors/rewind-anchors.ts'
import { verifyWithAnchor, type AnchoredVerdict } from '../ledger/anchors/verify-with-anchor.ts'

interface VerifyOptions extends OutputOptions {
  account?: string
  anchor?: string
  create?: true
}

/** Adds the commands of the group `ledger`. If `ledger verify` finds a fault, the process ends with status 1. */
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
    .option('--create', 'with --anchor: write the first anchor when the file has none')
    .action((options: VerifyOptions) =>
      runAndPrint(shell, options, () =>
        withLedger(shell, options, async (ctx) => {
          const { verdict, comparison } = await verify(ctx, shell, options)
          if (!verdict.sound) shell.failed = true
          return formatVerdict(verdict, comparison)
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
          formatRewound(await rewindAnchors(ctx.vault, userPath(shell, options.anchor), options.to)),
        ),
      ),
    )
}

/** Runs `work` on the cell of the merchant, or on the cell that the option `--cell` names. */
const withLedger = <T>(
  shell: Shell,
  { account }: VerifyOptions,
  work: (ctx: Context) => Promise<T>,
): Promise<T> => (account === undefined ? withContext(shell, work) : withMerchant(shell, account, work))

function formatRewound({ keptCount, removedCount, movedTo }: RewoundAnchors): CommandOutput {
  const json = { kept: keptCount, removed: removedCount, moved_to: movedTo }
  const kept = `${keptCount} anchors remain.`
  const text =
    movedTo === null
      ? `No anchor is later. ${kept}`
      : `${removedCount} anchors removed. ${kept} The whole file is now ${movedTo}`
  return { json, text }
}

interface Verified {
  verdict: Verdict
  /** The comparison with the anchors; undefined if no anchor file was given. */
  comparison?: Comparison
}

type Comparison = Pick<AnchoredVerdict, 'comparedCount' | 'comparedTo'>

async function verify(
  ctx: Context,
  shell: Shell,
  { account, anchor, create }: VerifyOptions,
): Promise<Verified> {
  if (account !== undefined && anchor !== undefined)
    throw new Problem('validation_error', { reason: 'anchors_are_of_all_accounts' })
  if (account !== undefined) return { verdict: await verifyLedger(ctx, { merchantId: account }) }
  if (anchor === undefined) {
    const verdict = await verifyLedger(ctx)
    await recordVerdict(ctx, verdict)
    return { verdict }
  }
  const file = userPath(shell, anchor)
  const { verdict, ...comparison } = await verifyWithAnchor(ctx, file, {
    create: create === true,
  })
  await recordVerdict(ctx, verdict)
  return { verdict, comparison }
}

function describeComparison({ comparedCount, comparedTo }: Comparison): string {
  if (comparedTo === undefined) return 'Compared with no anchor: the file has its first anchor now.'
  return `Compared with ${comparedCount} anchors, the last of ${comparedTo}.`
}

function formatVerdict(verdict: Verdict, comparison: Comparison | undefined): CommandOutput {
  const json = {
    sound: verdict.sound,
    accounts: verdict.merchantsCount,
    entries: verdict.entriesCount.toString(),
    ...(comparison && {
      anchors_compared: comparison.comparedCount,
      last_anchor_at: comparison.comparedTo ?? null,
    }),
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
    ? [`The ledger is sound: ${scope}.`, ...(comparison ? [describeComparison(comparison)] : [])]
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
