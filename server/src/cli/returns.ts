import type { Command } from 'commander'
import {
  runAndPrint,
  withContext,
  withoutKeys,
  type CommandOutput,
  type OutputOptions,
  type Shell,
} from './context/shell.ts'
import type { Context } from '../kernel/context.ts'
import { toReais } from '../kernel/values/money.ts'
import { holdReturns } from '../returns/hold/hold-returns.ts'
import { releaseReturns } from '../returns/hold/release-returns.ts'
import {
  countAskingReturns,
  getReturnHold,
  listWaitingPayments,
  type WaitingPayment,
} from '../returns/hold/return-hold.queries.ts'

const WAITING_MAX = 10_000
const WAITING_SHOWN_MAX = 50

interface ReasonOptions extends OutputOptions {
  reason: string
}

/** Adds the commands that hold and release the returns that the service requests from the PSP. */
export function addReturnCommands(program: Command, shell: Shell): void {
  const returns = program.command('returns').description('money that the service returns to payers')
  const run = (options: OutputOptions, act: (ctx: Context) => Promise<void>) =>
    runAndPrint(shell, options, () =>
      withContext(shell, async (ctx) => {
        await act(ctx)
        return describe(ctx)
      }),
    )

  command(returns, 'status', 'show whether returns are held, why, and the payments that wait').action(
    (options: OutputOptions) => runAndPrint(shell, options, () => withoutKeys(shell, describe)),
  )
  command(returns, 'hold', 'hold the returns of all processes: the service requests no return')
    .requiredOption('--reason <text>', 'why, for the audit log')
    .action((options: ReasonOptions) => run(options, (ctx) => holdReturns(ctx, options.reason)))
  command(returns, 'release', 'release held returns, after the sweep has read the payments of the network')
    .requiredOption('--reason <text>', 'why, for the audit log')
    .option('--anyway', 'release although the sweep has not caught up')
    .action((options: ReasonOptions & { anyway?: true }) =>
      run(options, (ctx) => releaseReturns(ctx, { reason: options.reason, anyway: options.anyway === true })),
    )
}

const command = (parent: Command, name: string, description: string): Command =>
  parent.command(name).description(description).option('--json', 'print one line of JSON')

const CAUSES = {
  operator: 'by an operator',
  database_restored: 'because the database was restored or promoted, and no operator has released them since',
}

async function describe(ctx: Context): Promise<CommandOutput> {
  const { heldBy, heldSince, reason, sweptUntil } = await getReturnHold(ctx)
  const asking = await countAskingReturns(ctx)
  const waiting = await listWaitingPayments(ctx, WAITING_MAX)
  const json = {
    held: heldBy !== null,
    held_by: heldBy,
    held_since: heldSince?.toISOString() ?? null,
    reason,
    swept_until: sweptUntil?.toISOString() ?? null,
    returns_asking: asking.toString(),
    waiting: waiting.map(presentWaiting),
  }
  const text = [
    heldBy === null ? 'Returns are released.' : `Returns are HELD ${CAUSES[heldBy]}.`,
    ...(heldSince === null ? [] : [`Held since ${heldSince.toISOString()}: ${reason}`]),
    `The payments of the network are read up to ${sweptUntil?.toISOString() ?? '(no sweep yet)'}.`,
    `${asking} returns wait for their outcome. ${waiting.length} payments are held for their payers.`,
    ...waiting.slice(0, WAITING_SHOWN_MAX).map(describeWaiting),
    ...(waiting.length > WAITING_SHOWN_MAX ? ['  … (--json lists all)'] : []),
  ]
  return { json, text: text.join('\n') }
}

const presentWaiting = (payment: WaitingPayment) => ({
  gateway_id: payment.merchantId,
  case_id: payment.caseId,
  end_to_end_id: payment.endToEndId,
  txid: payment.txid,
  amount_cents: payment.amountCents.toString(),
  classification: payment.classification,
  paid_at: payment.paidAt.toISOString(),
})

const describeWaiting = (payment: WaitingPayment): string =>
  `  ${payment.paidAt.toISOString()}  ${payment.classification.padEnd(15)}  ` +
  `${toReais(payment.amountCents).padStart(12)}  ${payment.endToEndId}  txid ${payment.txid ?? '-'}`
