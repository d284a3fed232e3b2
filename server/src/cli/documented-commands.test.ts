import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { findCommand, makeProgram, runCli } from './program.ts'
import type { Shell } from './context/shell.ts'

const ROOT = join(import.meta.dirname, '../../..')

function runShell(): { shell: Shell; printed: { out: string; err: string } } {
  const printed = { out: '', err: '' }
  const shell: Shell = {
    env: {},
    input: Readable.from([]),
    out: (text) => void (printed.out += text),
    err: (text) => void (printed.err += text),
    failed: false,
  }
  return { shell, printed }
}

const pagesIn = (folder: string, recursive: boolean): string[] =>
  readdirSync(join(ROOT, folder), { recursive, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join(folder, file))

const PAGES = ['README.md', ...pagesIn('ops', true), ...pagesIn('server/docs', false)]

/**
 * Matches a documented command. Between backquotes, the command may continue on the next line. In a block of code, the
 * command ends at the end of the line or at `#`.
 */
const COMMAND = /`npx pnpm cli ([^`]*)`|npx pnpm cli ((?:[^`\n#\\]|\\\n)*)/g

const commandsIn = (text: string): string[] =>
  Array.from(text.matchAll(COMMAND), ([, quoted, plain]) => (quoted ?? plain ?? '').trim())

/** Splits a command at spaces that are outside quotation marks. */
const wordsOf = (command: string): string[] => command.match(/(?:'[^']*'|"[^"]*"|[^\s'"\\])+/g) ?? []

/** Returns whether a word is a placeholder: `…`, `...` or `COMMAND`. */
const isPlaceholder = (word: string): boolean => /^(…|\.\.\.|[A-Z_]+)$/.test(word)

/** Returns the subcommand or option of a documented command that does not exist; undefined if all exist. */
function faultOf(group: Command, [word = '', ...rest]: string[]): string | undefined {
  if (group.commands.length > 0) {
    if (word === '--help' || isPlaceholder(word)) return undefined
    const child = findCommand(group, word)
    return child ? faultOf(child, rest) : `${group.name()} has no subcommand "${word}"`
  }
  const options = [word, ...rest].filter((one) => one.startsWith('--')).map((one) => one.split('=')[0] ?? '')
  const known = new Set([
    '--help',
    ...[group, rootOf(group)].flatMap(({ options: of }) => of.map(({ long }) => long)),
  ])
  const unknown = options.find((option) => !known.has(option))
  return unknown && `${group.name()} has no option ${unknown}`
}

/** Returns the program that contains the group. Every command also accepts the options of the program. */
const rootOf = (group: Command): Command => (group.parent ? rootOf(group.parent) : group)

test('each command in the documentation names an existing subcommand and existing options', () => {
  const program = makeProgram(runShell().shell)
  const found = PAGES.flatMap((page) =>
    commandsIn(readFileSync(join(ROOT, page), 'utf8')).map((command) => ({ page, command })),
  )
  expect(found.length).toBeGreaterThan(20)
  const faults = found.flatMap(({ page, command }) => {
    const fault = faultOf(program, wordsOf(command))
    return fault === undefined ? [] : [`${page}: ${command}: ${fault}`]
  })
  expect(faults).toEqual([])
})

test.each([
  [['account', 'set-terms'], 'set-terms'],
  [['account', 'set-terms', '--help'], 'set-terms'],
  [['account', 'set-terms', '--account', 'x', '-h'], 'set-terms'],
  [['refund', '--help'], 'refund'],
])('the command %j ends with status 1 and names the unknown command', async (args, name) => {
  const { shell, printed } = runShell()
  expect(await runCli(shell, args)).toBe(1)
  expect(printed).toEqual({ out: '', err: expect.stringContaining(`unknown command '${name}'`) })
})

test.each([[['account', '--help']], [['secrets', 'reencrypt', '--help']], [['help', 'account']]])(
  'the command %j prints help and ends with status 0',
  async (args) => {
    const { shell, printed } = runShell()
    expect(await runCli(shell, args)).toBe(0)
    expect(printed).toEqual({ out: expect.stringContaining('Usage: cli'), err: '' })
  },
)
