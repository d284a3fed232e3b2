import { Option, type Command } from 'commander'
import { placeMerchant } from '../cells/place-merchant.ts'
import { createMerchant, type CreateMerchant } from '../merchants/create-merchant.ts'
import {
  DISPUTE_POLICIES,
  REFUND_FEE_POLICIES,
  type DisputePolicy,
  type Merchant,
  type RefundFeePolicy,
} from '../merchants/merchant.entity.ts'
import { listAllMerchants } from '../merchants/merchant.queries.ts'
import type { TermsPatch } from '../merchants/terms.ts'
import { updateTerms } from '../merchants/update-terms.ts'
import { parseCents, parseWholeNumber } from './arguments.ts'
import { withCells, withMerchant } from './context/cell-context.ts'
import {
  cellIds,
  runAndPrint,
  withContext,
  type CommandOutput,
  type OutputOptions,
  type Shell,
} from './context/shell.ts'
import { formatMerchant, formatMerchants } from './format-output.ts'

/** Adds a subcommand to `parent` that accepts `--json`. */
const command = (parent: Command, name: string, description: string): Command =>
  parent.command(name).description(description).option('--json', 'print one line of JSON')

interface TermOptions extends OutputOptions {
  feeBps?: number
  feeFixed?: bigint
  reserveBps?: number
  reserveDays?: number
  settlementDays?: number
  refundFeePolicy?: RefundFeePolicy
  disputePolicy?: DisputePolicy
  amountCeiling?: bigint
  pixEnabled?: true
  pixDisabled?: true
  writeRate?: number
  readRate?: number
  searchRate?: number
}

const withTerms = (target: Command): Command =>
  target
    .option('--fee-bps <bps>', 'percentage part of the fee, in basis points (200 = 2 %)', parseWholeNumber)
    .option('--fee-fixed <cents>', 'fixed part of the fee, in centavos', parseCents)
    .option('--reserve-bps <bps>', 'contractual reserve, in basis points of the net', parseWholeNumber)
    .option('--reserve-days <days>', 'days until the reserve is released', parseWholeNumber)
    .option('--settlement-days <days>', 'days until a settled sale becomes available', parseWholeNumber)
    .addOption(
      new Option('--refund-fee-policy <policy>', 'what a refund does with the fee').choices(
        REFUND_FEE_POLICIES,
      ),
    )
    .addOption(
      new Option(
        '--dispute-policy <policy>',
        'what happens when the amount of a lost dispute is larger than the money held for the dispute',
      ).choices(DISPUTE_POLICIES),
    )
    .option('--amount-ceiling <cents>', 'highest amount of one charge, in centavos', parseCents)
    .option('--pix-disabled', 'the account must not receive by Pix')
    .option('--write-rate <n>', 'writes per second; a burst may be twice as large', parseWholeNumber)
    .option('--read-rate <n>', 'reads per second; a burst may be twice as large', parseWholeNumber)
    .option('--search-rate <n>', 'searches per second; a burst may be twice as large', parseWholeNumber)

function termsFrom(options: TermOptions): TermsPatch {
  return {
    feePercentBps: options.feeBps,
    feeFixedCents: options.feeFixed,
    reserveBps: options.reserveBps,
    reserveDays: options.reserveDays,
    settlementDelayDays: options.settlementDays,
    refundFeePolicy: options.refundFeePolicy,
    disputePolicy: options.disputePolicy,
    amountCeilingCents: options.amountCeiling,
    pixEnabled: options.pixDisabled ? false : options.pixEnabled,
    writeRate: options.writeRate,
    readRate: options.readRate,
    searchRate: options.searchRate,
  }
}

/** Adds the commands for merchants, which are the group `account`. Returns this group. */
export function addAccountCommands(program: Command, shell: Shell): Command {
  const account = program.command('account').description('merchant accounts and their terms')

  withTerms(command(account, 'create', 'create a merchant and open its ledger'))
    .requiredOption('--name <name>', 'the name of the business')
    .requiredOption('--document <document>', 'CPF or CNPJ, without punctuation')
    .action((options: TermOptions & { name: string; document: string }) =>
      runAndPrint(shell, options, () =>
        create(shell, { name: options.name, document: options.document, terms: termsFrom(options) }),
      ),
    )

  withTerms(command(account, 'update', 'change the terms; omitted options keep their value'))
    .requiredOption('--account <gateway_id>', 'the account')
    .option('--pix-enabled', 'the account may receive by Pix')
    .action((options: TermOptions & { account: string }) =>
      runAndPrint(shell, options, () =>
        withMerchant(shell, options.account, async (ctx) =>
          formatMerchant(await updateTerms(ctx, options.account, termsFrom(options))),
        ),
      ),
    )

  command(account, 'list', 'every account, by name').action((options: OutputOptions) =>
    runAndPrint(shell, options, async () => formatMerchants(await listMerchants(shell))),
  )
  return account
}

/**
 * Creates a merchant. If there are several cells, creates the merchant in the cell that the option `--cell` names, or
 * by default in the open cell with the fewest merchants.
 */
function create(shell: Shell, input: CreateMerchant): Promise<CommandOutput> {
  if (cellIds(shell).length === 1)
    return withContext(shell, async (ctx) => formatMerchant(await createMerchant(ctx, input)))
  return withCells(shell, async ({ control, ids, of }) => {
    const placing = { cells: ids, wanted: shell.cell, contextOf: of }
    const { merchant, cellId } = await placeMerchant(control, input, placing)
    const { json, text } = formatMerchant(merchant)
    return { json: { ...json, cell: cellId }, text: `${text}\n${'cell'.padEnd(24)}${cellId}` }
  })
}

/** Lists the merchants of the cell that the option `--cell` names, or of all cells, by name. */
function listMerchants(shell: Shell): Promise<Merchant[]> {
  if (shell.cell !== undefined || cellIds(shell).length === 1) return withContext(shell, listAllMerchants)
  return withCells(shell, async ({ ids, of }) => {
    const lists = await Promise.all(ids.map((id) => listAllMerchants(of(id))))
    return lists.flat().toSorted((one, other) => (one.name < other.name ? -1 : 1))
  })
}
