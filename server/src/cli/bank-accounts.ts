import { Option, type Command } from 'commander'
import { formatMerchant } from './format-output.ts'
import { withMerchant } from './context/cell-context.ts'
import { runAndPrint, type OutputOptions, type Shell } from './context/shell.ts'
import { BANK_ACCOUNT_TYPES, type BankAccountType } from '../merchants/bank-account.ts'
import { setBankAccount } from '../payouts/set-bank-account.ts'

interface BankOptions extends OutputOptions {
  account: string
  ispb: string
  branch: string
  number: string
  type: BankAccountType
  holderName: string
  holderDocument: string
}

/** Adds the commands for payout bank accounts to the command group `account`. */
export function addBankAccountCommands(account: Command, shell: Shell): void {
  account
    .command('set-bank')
    .description('set the bank account that receives payouts')
    .option('--json', 'print one line of JSON')
    .requiredOption('--account <gateway_id>', 'the account')
    .requiredOption('--ispb <digits>', 'ISPB of the institution, 8 digits')
    .requiredOption('--branch <digits>', 'branch, with its check digit if it has one')
    .requiredOption('--number <digits>', 'number of the bank account with its check digit: 123456-7')
    .addOption(
      new Option('--type <type>', 'type of account').choices(BANK_ACCOUNT_TYPES).makeOptionMandatory(),
    )
    .requiredOption('--holder-name <name>', 'name of the holder')
    .requiredOption('--holder-document <document>', "the holder's CPF or CNPJ, without punctuation")
    .action((options: BankOptions) =>
      runAndPrint(shell, options, () =>
        withMerchant(shell, options.account, async (ctx) =>
          formatMerchant(await setBankAccount(ctx, options.account, toBankAccount(options))),
        ),
      ),
    )

  account
    .command('remove-bank')
    .description('remove the bank account; this suspends payouts')
    .option('--json', 'print one line of JSON')
    .requiredOption('--account <gateway_id>', 'the account')
    .action((options: OutputOptions & { account: string }) =>
      runAndPrint(shell, options, () =>
        withMerchant(shell, options.account, async (ctx) =>
          formatMerchant(await setBankAccount(ctx, options.account, null)),
        ),
      ),
    )
}

const toBankAccount = ({ ispb, branch, number, type, holderName, holderDocument }: BankOptions) => ({
  ispb,
  branch,
  account: number,
  type,
  holderName,
  holderDocument,
})
