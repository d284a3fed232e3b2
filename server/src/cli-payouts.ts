import type { Command } from 'commander'
import { cents, instant } from './cli-arguments.ts'
import { answer, withContext, type Answer, type AnswerOptions, type Shell } from './cli-shell.ts'
import type { Payout } from './payouts/payout.entity.ts'
import { recordPayout } from './payouts/record-payout.ts'

interface RecordOptions extends AnswerOptions {
  account: string
  amount: bigint
  reference: string
  paidAt: Date
  forceReason?: string
}

/** Transfers that the service makes to merchants' bank accounts. */
export function addPayouts(program: Command, shell: Shell): void {
  const payout = program.command('payout').description('transfers to the bank accounts of merchants')

  payout
    .command('record')
    .description('record a transfer that was made: it leaves the available balance')
    .option('--json', 'answer with one line of JSON')
    .requiredOption('--account <gateway_id>', 'the account')
    .requiredOption('--amount <cents>', 'how much, in centavos', cents)
    .requiredOption('--reference <text>', "the bank's reference of the transfer; unique for the account")
    .requiredOption('--paid-at <date-time>', 'when it was made, ISO 8601 with a zone', instant)
    .option('--force-reason <text>', 'record it although payouts are suspended, and why')
    .action((options: RecordOptions) =>
      answer(shell, options, () =>
        withContext(shell, async (ctx) =>
          showPayout(await recordPayout(ctx, options.account, wanted(options))),
        ),
      ),
    )
}

const wanted = ({ amount, reference, paidAt, forceReason }: RecordOptions) => ({
  amountCents: amount,
  externalReference: reference,
  paidAt,
  forceReason,
})

function showPayout(payout: Payout): Answer {
  const json = {
    id: payout.id,
    gateway_id: payout.merchantId,
    amount_cents: payout.amountCents.toString(),
    external_reference: payout.externalReference,
    paid_at: payout.paidAt?.toISOString() ?? null,
    journal_id: payout.journalId,
  }
  const text = Object.entries(json).map(([name, value]) => `${name.padEnd(20)}${value ?? '-'}`)
  return { json, text: text.join('\n') }
}
