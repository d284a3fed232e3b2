import { Option, type Command } from 'commander'
import { formatMerchant } from './format-output.ts'
import { runAndPrint, withContext, type OutputOptions, type Shell } from './shell.ts'
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

/** Where merchants are paid out to: commands below `account`. */
export function addBankAccountCommands(account: Command, shell: Shell): void {
  account
    .command('set-bank')
    .description('agree the bank account that payouts go to from now on')
    .option('--json', 'answer with one line of JSON')
    .requiredOption('--account <gateway_id>', 'the account')
    .requiredOption('--ispb <digits>', 'the institution, 8 digits')
    .requiredOption('--branch <digits>', 'the branch, with its check digit where it has one')
    .requiredOption('--number <digits>', 'the number of the bank account with its check digit: 123456-7')
    .addOption(new Option('--type <type>', 'its kind').choices(BANK_ACCOUNT_TYPES).makeOptionMandatory())
    .requiredOption('--holder-name <name>', 'who holds it')
    .requiredOption('--holder-document <document>', "the holder's CPF or CNPJ, without punctuation")
    .action((options: BankOptions) =>
      runAndPrint(shell, options, () =>
        withContext(shell, async (ctx) =>
          formatMerchant(await setBankAccount(ctx, options.account, toBankAccount(options))),
        ),
      ),
    )

  account
    .command('remove-bank')
    .description('take the bank account away, which suspends payouts')
    .option('--json', 'answer with one line of JSON')
    .requiredOption('--account <gateway_id>', 'the account')
    .action((options: OutputOptions & { account: string }) =>
      runAndPrint(shell, options, () =>
        withContext(shell, async (ctx) => formatMerchant(await setBankAccount(ctx, options.account, null))),
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
