import type { Command } from 'commander'
import type { Context } from '../kernel/context.ts'
import { resealColumn, type Resealed } from '../kernel/sealed/reseal-column.ts'
import { columnName, type SealedColumn } from '../kernel/sealed/sealed-column.ts'
import { countOf, jsonOf, reportKeys, textOf } from './key-report.ts'
import { SEALED_COLUMNS } from './sealed-columns.ts'
import {
  runAndPrint,
  withContext,
  type CommandOutput,
  type OutputOptions,
  type Shell,
} from './context/shell.ts'

const PROGRESS_MS = 1_000

/** Adds `secrets rotate` and `secrets check`. */
export function addSecretsCommands(program: Command, shell: Shell): void {
  const secrets = program.command('secrets').description('encrypted values in the database')

  secrets
    .command('rotate')
    .alias('reencrypt')
    .description(
      're-encrypt with the first of ENCRYPTION_KEYS every value that another of these keys encrypted; the service ' +
        'may run meanwhile, and the command may be killed and run again',
    )
    .option('--json', 'print one line of JSON; progress goes to standard error')
    .action((options: OutputOptions) =>
      runAndPrint(shell, options, () => withContext(shell, (ctx) => rotate(ctx, shell))),
    )

  secrets
    .command('check')
    .description('count the encrypted values by key, and name the keys that can be removed')
    .option('--json', 'print one line of JSON')
    .action((options: OutputOptions) =>
      runAndPrint(shell, options, () =>
        withContext(shell, async (ctx) => {
          const report = await reportKeys(ctx)
          if (report.missing.length > 0) shell.failed = true
          return { json: jsonOf(report), text: textOf(report) }
        }),
      ),
    )
}

/** Re-encrypts every sealed column. Sets `shell.failed` if a value does not use the first key after the rotation. */
async function rotate(ctx: Context, shell: Shell): Promise<CommandOutput> {
  shell.err('Counting the values of each key\n')
  const before = await reportKeys(ctx)
  const [, ...older] = ctx.vault.keyIds
  const results: (Resealed & { column: string })[] = []
  for (const column of SEALED_COLUMNS) {
    const name = columnName(column)
    const total = countOf(before.columns.find((one) => one.column === name)?.keys ?? new Map(), older)
    results.push({ column: name, ...(await resealWithProgress(ctx, shell, column, total)) })
  }
  const after = await reportKeys(ctx)
  if (after.staleCount > 0 || after.missing.length > 0) shell.failed = true
  return {
    json: { rotated: results, ...jsonOf(after) },
    text: [...results.flatMap(describeUnreadable), textOf(after)].join('\n'),
  }
}

/** Re-encrypts a column. Prints the progress at most once a second, and the result at the end. */
async function resealWithProgress(
  ctx: Context,
  shell: Shell,
  column: SealedColumn,
  total: number,
): Promise<Resealed> {
  const name = columnName(column)
  let nextMs = 0
  const result = await resealColumn(ctx, column, (changed) => {
    const nowMs = ctx.clock.now().getTime()
    if (nowMs < nextMs) return
    nextMs = nowMs + PROGRESS_MS
    shell.err(`${name}: ${changed} of ${total}\n`)
  })
  const isEmpty = total === 0 && result.changed === 0
  shell.err(isEmpty ? `${name}: nothing to rotate\n` : `${name}: ${result.changed} of ${total}, done\n`)
  return result
}

const describeUnreadable = ({ column, unreadable }: Resealed & { column: string }): string[] =>
  unreadable === 0
    ? []
    : [`${column}: ${unreadable} rows cannot be decrypted with their key: they keep their old value.`]
