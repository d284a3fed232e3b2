import type { Command } from 'commander'
import type { Client } from 'pg'
import { abortMove } from '../../cells/move/abort-move.ts'
import type { MoveReport } from '../../cells/move/complete-move.ts'
import type { MoveTools } from '../../cells/move/connections.sql.ts'
import { moveMerchant } from '../../cells/move/move-merchant.ts'
import { openDatabase, type Database } from '../../database.ts'
import { newClient } from '../../kernel/pool/primary.ts'
import { readCellMigrationUrl } from '../../kernel/settings/cells-config.ts'
import { ConfigError } from '../../kernel/settings/parse-variables.ts'
import { withCells } from '../context/cell-context.ts'
import {
  readSettings,
  runAndPrint,
  type CommandOutput,
  type OutputOptions,
  type Shell,
} from '../context/shell.ts'

interface Options extends OutputOptions {
  account: string
  to?: string
  accounts: string[]
  abort?: true
}

/** Adds the command that moves a merchant to another cell. Prints each step of the move to standard error. */
export function addMoveCommand(cell: Command, shell: Shell): void {
  cell
    .command('move-merchant')
    .description('move a merchant to another cell, or continue an interrupted move')
    .option('--json', 'print one line of JSON')
    .requiredOption('--account <gateway_id>', 'the merchant')
    .option('--to <cell>', 'the cell to which the merchant moves')
    .option(
      '--accounts <ids>',
      "the receiving accounts of the new cell for new charges, in order, with commas; default: the account 'default'",
      (text: string) => text.split(','),
      [],
    )
    .option('--abort', 'give up an interrupted move: the merchant stays where it is')
    .action((options: Options) =>
      runAndPrint(shell, options, () =>
        withTools(shell, async (tools) => {
          if (options.abort) return formatAbort(await abortMove(tools, options.account))
          const { to } = options
          if (to === undefined) throw new ConfigError('name the cell to which the merchant moves with --to')
          const report = await moveMerchant(tools, {
            merchantId: options.account,
            to,
            accounts: options.accounts,
          })
          return formatReport(report)
        }),
      ),
    )
}

/** Runs `work` with tools that connect to each cell with the database role that owns the tables. */
function withTools<T>(shell: Shell, work: (tools: MoveTools) => Promise<T>): Promise<T> {
  const settings = readSettings(shell.env)
  const clients = new Map<string, Client>()
  const databases = new Map<string, Database>()
  return withCells(shell, async ({ control, ids }) => {
    const tools: MoveTools = {
      control,
      cells: ids,
      async client(id) {
        const known = clients.get(id)
        if (known) return known
        const client = newClient(readCellMigrationUrl(settings, id), { application_name: 'move merchant' })
        clients.set(id, client)
        // Ignore this event. The next SQL statement on the lost connection rejects.
        client.on('error', () => undefined)
        await client.connect()
        return client
      },
      owner(id) {
        const known = databases.get(id)
        const url = readCellMigrationUrl(settings, id)
        const opened = known ?? openDatabase({ url, poolSize: 2, applicationName: 'move merchant' })
        databases.set(id, opened)
        return { ...control, em: opened.em() }
      },
      onStep: (step) => shell.err(`${step}\n`),
    }
    try {
      return await work(tools)
    } finally {
      for (const client of clients.values()) await client.end()
      for (const database of databases.values()) await database.close()
    }
  })
}

const formatAbort = (cell: string): CommandOutput => ({
  json: { aborted: true, cell },
  text: `The move is aborted. The merchant is in the cell ${cell}.`,
})

function formatReport(report: MoveReport): CommandOutput {
  const { from, to, copiedRows, frozenRows, givenUpFreezes, deletedRows } = report
  const pauseMs = Math.round(report.pauseMs)
  const json = {
    from,
    to,
    copied_rows: copiedRows,
    frozen_rows: frozenRows,
    pause_ms: pauseMs,
    given_up_freezes: givenUpFreezes,
    deleted_rows: deletedRows,
  }
  const text =
    `The merchant has moved from the cell ${from} to ${to}: ${copiedRows} rows copied before the freeze, ` +
    `${frozenRows} during the freeze, calls refused for ${pauseMs} ms, ${deletedRows} rows deleted in ${from}.`
  return { json, text }
}
