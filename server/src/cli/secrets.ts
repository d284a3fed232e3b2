import type { Command } from 'commander'
import { reencryptDocuments } from '../charges/reencrypt-documents.ts'
import { runAndPrint, withContext, type OutputOptions, type Shell } from './shell.ts'
import { reencryptBankAccounts } from '../merchants/reencrypt-bank-accounts.ts'
import { reencryptTotp } from '../staff/second-factor/reencrypt-totp.ts'
import { reencryptSecrets } from '../webhooks/endpoints/reencrypt-secrets.ts'

/** Adds `secrets reencrypt`. */
export function addSecretsCommands(program: Command, shell: Shell): void {
  program
    .command('secrets')
    .description('encrypted values in the database')
    .command('reencrypt')
    .description(
      're-encrypt webhook secrets, payer documents, bank accounts and authenticator secrets with the first of ' +
        'ENCRYPTION_KEYS, so that the other keys can be removed; the service may run meanwhile, with the same keys',
    )
    .option('--json', 'print one line of JSON')
    .action((options: OutputOptions) =>
      runAndPrint(shell, options, () =>
        withContext(shell, async (ctx) => {
          const endpoints = await reencryptSecrets(ctx)
          const documents = await reencryptDocuments(ctx)
          const accounts = await reencryptBankAccounts(ctx)
          const totps = await reencryptTotp(ctx)
          return {
            json: {
              webhook_endpoints: endpoints,
              payer_documents: documents,
              bank_accounts: accounts,
              staff_totp: totps,
            },
            text:
              `re-encrypted: ${endpoints} webhook endpoints, ${documents} payer documents, ` +
              `${accounts} bank accounts, ${totps} authenticator secrets`,
          }
        }),
      ),
    )
}
