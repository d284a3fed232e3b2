import type { Command } from 'commander'
import { parseCents, parseDateTime } from './arguments.ts'
import { withMerchant } from './context/cell-context.ts'
import { runAndPrint, type CommandOutput, type OutputOptions, type Shell } from './context/shell.ts'
import type { Context } from '../kernel/context.ts'
import { completePayout } from '../payouts/complete-payout.ts'
import { cancelPayout } from '../payouts/cancel-payout.ts'
import type { Payout } from '../payouts/payout.entity.ts'
import { recordPayout } from '../payouts/record-payout.ts'
import { reservePayout } from '../payouts/reserve-payout.ts'

interface AccountOptions extends OutputOptions {
  account: string
}
interface AmountOptions extends AccountOptions {
  amount: bigint
  forceReason?: string
}
interface KeyOptions {
  idempotencyKey: string
}
interface TransferOptions extends AccountOptions {
  reference: string
  paidAt: Date
}

/** Adds the payout commands. */
export function addPayoutCommands(program: Command, shell: Shell): void {
  const payout = program.command('payout').description('transfers to the bank accounts of merchants')
  const run = (options: AccountOptions, act: (ctx: Context) => Promise<Payout>) =>
    runAndPrint(shell, options, () =>
      withMerchant(shell, options.account, async (ctx) => formatPayout(await act(ctx))),
    )

  withTransfer(withAmount(payoutCommand(payout, 'record', 'record a transfer that was made'))).action(
    (options: AmountOptions & TransferOptions) =>
      run(options, (ctx) => recordPayout(ctx, options.account, { ...amount(options), ...transfer(options) })),
  )
  withKey(withAmount(payoutCommand(payout, 'reserve', 'reserve money for a transfer'))).action(
    (options: AmountOptions & KeyOptions) =>
      run(options, (ctx) =>
        reservePayout(ctx, options.account, {
          ...amount(options),
          idempotencyKey: options.idempotencyKey,
        }),
      ),
  )
  withTransfer(
    withId(payoutCommand(payout, 'settle', 'record that the transfer of a reserved payout was made')),
  ).action((options: TransferOptions & { id: string }) =>
    run(options, (ctx) => completePayout(ctx, options.account, options.id, transfer(options))),
  )
  withId(payoutCommand(payout, 'release', 'cancel a reserved payout whose transfer was not made'))
    .requiredOption('--reason <text>', 'why, for the audit log')
    .action((options: AccountOptions & { id: string; reason: string }) =>
      run(options, (ctx) => cancelPayout(ctx, options.account, options.id, options.reason)),
    )
}

const payoutCommand = (payout: Command, name: string, description: string): Command =>
  payout
    .command(name)
    .description(description)
    .option('--json', 'print one line of JSON')
    .requiredOption('--account <gateway_id>', 'the account')

const withId = (target: Command): Command => target.requiredOption('--id <id>', 'the payout')

const withAmount = (target: Command): Command =>
  target
    .requiredOption('--amount <cents>', 'amount in centavos, taken from the available balance', parseCents)
    .option('--force-reason <text>', 'pay although payouts are suspended; the reason, for the audit log')

const withKey = (target: Command): Command =>
  target.requiredOption(
    '--idempotency-key <text>',
    'idempotency key, 8 to 120 characters: use the same key when you retry a reservation',
  )

const withTransfer = (target: Command): Command =>
  target
    .requiredOption('--reference <text>', "the bank's reference of the transfer; unique for the account")
    .requiredOption(
      '--paid-at <date-time>',
      'when the transfer was made, ISO 8601 with a zone',
      parseDateTime,
    )

const amount = ({ amount: amountCents, forceReason }: AmountOptions) => ({ amountCents, forceReason })

const transfer = ({ reference: externalReference, paidAt }: TransferOptions) => ({
  externalReference,
  paidAt,
})

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
