import type { Command } from 'commander'
import { parseCents, parseDateTime } from './arguments.ts'
import { runAndPrint, withContext, type CommandOutput, type OutputOptions, type Shell } from './shell.ts'
import type { Context } from '../kernel/context.ts'
import { completePayout } from '../payouts/complete-payout.ts'
import { cancelPayout } from '../payouts/cancel-payout.ts'
import type { Payout } from '../payouts/payout.entity.ts'
import { recordPayout } from '../payouts/record-payout.ts'
import { reservePayout } from '../payouts/reserve-payout.ts'

interface OfAccount extends OutputOptions {
  account: string
}
interface Take extends OfAccount {
  amount: bigint
  forceReason?: string
}
interface Keyed {
  idempotencyKey: string
}
interface Transfer extends OfAccount {
  reference: string
  paidAt: Date
}

/** Transfers that the service makes to merchants' bank accounts. */
export function addPayoutCommands(program: Command, shell: Shell): void {
  const payout = program.command('payout').description('transfers to the bank accounts of merchants')
  const carryOut = (options: OutputOptions, act: (ctx: Context) => Promise<Payout>) =>
    runAndPrint(shell, options, () => withContext(shell, async (ctx) => formatPayout(await act(ctx))))

  withTransfer(withAmount(of(payout, 'record', 'record a transfer that was made'))).action(
    (options: Take & Transfer) =>
      carryOut(options, (ctx) =>
        recordPayout(ctx, options.account, { ...amount(options), ...transfer(options) }),
      ),
  )
  withKey(withAmount(of(payout, 'reserve', 'set money aside for a transfer'))).action(
    (options: Take & Keyed) =>
      carryOut(options, (ctx) =>
        reservePayout(ctx, options.account, {
          ...amount(options),
          idempotencyKey: options.idempotencyKey,
        }),
      ),
  )
  withTransfer(withId(of(payout, 'settle', 'the transfer of a reserved payout was made'))).action(
    (options: Transfer & { id: string }) =>
      carryOut(options, (ctx) => completePayout(ctx, options.account, options.id, transfer(options))),
  )
  withId(of(payout, 'release', 'the transfer of a reserved payout was not made'))
    .requiredOption('--reason <text>', 'why, for the record')
    .action((options: OfAccount & { id: string; reason: string }) =>
      carryOut(options, (ctx) => cancelPayout(ctx, options.account, options.id, options.reason)),
    )
}

const of = (payout: Command, name: string, description: string): Command =>
  payout
    .command(name)
    .description(description)
    .option('--json', 'answer with one line of JSON')
    .requiredOption('--account <gateway_id>', 'the account')

const withId = (target: Command): Command => target.requiredOption('--id <id>', 'the payout')

const withAmount = (target: Command): Command =>
  target
    .requiredOption('--amount <cents>', 'how much, in centavos: it leaves the available balance', parseCents)
    .option('--force-reason <text>', 'do it although payouts are suspended, and why')

const withKey = (target: Command): Command =>
  target.requiredOption(
    '--idempotency-key <text>',
    'the same for every try of one reservation, so that it is made once; 8 to 120 characters',
  )

const withTransfer = (target: Command): Command =>
  target
    .requiredOption('--reference <text>', "the bank's reference of the transfer; unique for the account")
    .requiredOption('--paid-at <date-time>', 'when it was made, ISO 8601 with a zone', parseDateTime)

const amount = ({ amount: amountCents, forceReason }: Take) => ({ amountCents, forceReason })

const transfer = ({ reference: externalReference, paidAt }: Transfer) => ({ externalReference, paidAt })

function formatPayout(payout: Payout): CommandOutput {
  const json = {
    id: payout.id,
    gateway_id: payout.merchantId,
    state: payout.state,
    amount_cents: payout.amountCents.toString(),
    external_reference: payout.externalReference,
    paid_at: payout.paidAt?.toISOString() ?? null,
    journal_id: payout.journalId,
  }
  const text = Object.entries(json).map(([name, value]) => `${name.padEnd(20)}${value ?? '-'}`)
  return { json, text: text.join('\n') }
}
