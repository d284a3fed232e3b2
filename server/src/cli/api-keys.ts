import type { Command } from 'commander'
import { createApiKey } from '../api-keys/create-api-key.ts'
import { revokeApiKey } from '../api-keys/revoke-api-key.ts'
import type { Context } from '../kernel/context.ts'
import { withAccount } from '../kernel/pool/account-scope.ts'
import { SCOPES } from '../kernel/scopes.ts'
import { createTestKey } from '../sandbox/create-test-key.ts'
import { parseDateTime, parseNames } from './arguments.ts'
import { withMerchant } from './context/cell-context.ts'
import { formatKey, formatRevokedKey } from './format-output.ts'
import { runAndPrint, withSandbox, type OutputOptions, type Shell } from './context/shell.ts'

/** Adds a subcommand to `parent` that accepts `--json`. */
const command = (parent: Command, name: string, description: string): Command =>
  parent.command(name).description(description).option('--json', 'print one line of JSON')

interface KeyOptions extends OutputOptions {
  account: string
  name: string
  scopes: string[]
  expiresAt?: Date
  test?: true
}

/** Adds the commands that create and revoke the keys of merchants. */
export function addApiKeyCommands(program: Command, shell: Shell): void {
  const apiKey = program.command('api-key').description('the keys of merchants')

  command(apiKey, 'create', 'create a key; it is shown once')
    .requiredOption('--account <gateway_id>', 'the account')
    .requiredOption('--name <name>', 'what the key is for')
    .requiredOption('--scopes <a,b>', `comma-separated: ${SCOPES.join(', ')}`, parseNames)
    .option('--expires-at <date-time>', 'when the key expires, ISO 8601 with a zone', parseDateTime)
    .option('--test', 'a key for the test environment of the account')
    .action((options: KeyOptions) =>
      runAndPrint(shell, options, () =>
        options.test
          ? withMerchant(shell, options.account, (ctx) =>
              withSandbox(shell, async (sandbox) =>
                formatKey(await createTestKey(ctx, sandbox, options.account, options)),
              ),
            )
          : withMerchant(shell, options.account, async (ctx) =>
              formatKey(await createApiKey(ctx, options.account, options)),
            ),
      ),
    )

  command(apiKey, 'revoke', 'revoke a key; this cannot be undone')
    .requiredOption('--account <gateway_id>', 'the account')
    .requiredOption('--id <id>', 'the key')
    .option('--reason <text>', 'why, for the audit log')
    .option('--test', 'the key is for the test environment')
    .action((options: OutputOptions & { account: string; id: string; reason?: string; test?: true }) => {
      const revoke = async (ctx: Context) =>
        formatRevokedKey(await revokeApiKey(ctx, options.account, options.id, options.reason))
      return runAndPrint(shell, options, () =>
        options.test
          ? withSandbox(shell, (sandbox) => withAccount(options.account, () => revoke(sandbox)))
          : withMerchant(shell, options.account, revoke),
      )
    })
}
