import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Case, Language } from './languages.ts'

const GUIDE = join(import.meta.dirname, '..', '..', '..', 'server', 'docs', 'guides', 'en', 'webhooks.md')
/** The maximum difference between the time of a signature and the current time, in seconds. */
const TOLERANCE_S = 300

/** The output of a program with a correct snippet: whether the snippet accepts each case of `casesOf`, in order. */
export const EXPECTED = 'true true true false false false false false'

/** Returns the test vector of the guide, and copies of it with one change each. */
function casesOf(guide: string): Case[] {
  const field = (name: string): string => new RegExp(`^${name} +(.+)$`, 'm').exec(guide)?.[1] ?? ''
  const [t, v1] = [field('t'), field('v1')]
  const valid = { secret: field('secret'), header: `t=${t},v1=${v1}`, body: field('body'), now: Number(t) }
  return [
    valid,
    { ...valid, header: `t=${t},v1=${'0'.repeat(64)},v1=${v1}` },
    { ...valid, now: valid.now + TOLERANCE_S },
    { ...valid, now: valid.now + TOLERANCE_S + 1 },
    { ...valid, body: `${valid.body} ` },
    { ...valid, secret: `${valid.secret}x` },
    { ...valid, header: `v1=${v1}` },
    { ...valid, header: '' },
  ]
}

/** Returns whether this machine has the programs that build and run a language. */
export const isOnMachine = ({ needs }: Language): boolean =>
  needs.every(([program, ...args]) => spawnSync(program, args).status === 0)

/**
 * Runs the webhook guide's snippet of one language with the cases of `casesOf`. Writes the program into `folder`.
 * Returns the words that the program printed, as one line. For a correct snippet, this line is EXPECTED. If a command
 * fails, returns the name of its program and its output.
 */
export function runSnippet({ block, files, commands }: Language, folder: string): string {
  const guide = readFileSync(GUIDE, 'utf8')
  const [, snippet = ''] = new RegExp(`\`\`\`${block}\\n([\\s\\S]+?)\`\`\``).exec(guide) ?? []
  mkdirSync(folder, { recursive: true })
  for (const [file, text] of Object.entries(files(snippet, casesOf(guide))))
    writeFileSync(join(folder, file), text)
  let printed = ''
  for (const [program, ...args] of commands) {
    const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' })
    if (status !== 0) return `${program}: ${stdout}${stderr}`
    printed = stdout
  }
  return printed.trim().split(/\s+/).join(' ')
}
