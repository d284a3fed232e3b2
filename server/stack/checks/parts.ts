import { join } from 'node:path'
import type { StackPaths } from '../paths.ts'

/** One part of `npm test`: a program, where it runs, and how its tests are counted. */
export interface Part {
  name: string
  args: string[]
  cwd: string
  env?: Record<string, string>
  /** The report that the program writes; without one, the part itself counts as a single test. */
  report?: { kind: 'vitest' | 'playwright'; file: string }
  /** After so long it counts as failed. */
  limitMs: number
}

const MINUTE_MS = 60_000

/** What can be told from the sources alone. Nothing here depends on time, so all of it may run side by side. */
export function staticParts({ root, program }: StackPaths): Part[] {
  const at = (...path: string[]): string => join(root, ...path)
  const tsc = at('node_modules', 'typescript', 'bin', 'tsc')
  const typed = (name: string, folder: string, config: string): Part =>
    once(name, at(folder), [tsc, '-p', config, '--noEmit'])
  return [
    typed('types: server', 'server', 'tsconfig.json'),
    typed('types: console', 'console', 'tsconfig.json'),
    typed('types: console tools', 'console', 'tsconfig.tools.json'),
    typed('types: e2e', 'e2e', 'tsconfig.json'),
    once('lint', root, [at('node_modules', 'oxlint', 'bin', 'oxlint'), '--deny-warnings']),
    once('format', root, [
      at('node_modules', 'prettier', 'bin', 'prettier.cjs'),
      '--check',
      '--log-level',
      'warn',
      '.',
    ]),
    once('schema.graphql is current', at('server'), [program('stack/checks/schema-is-current.js')]),
    once('generated documents are current', at('console'), ['codegen.ts', '--check']),
    once('generated theme is current', at('console'), ['theme-css.ts', '--check']),
  ]
}

/** What runs the program; one after the other, for some of it looks at the clock. `reports` is an empty folder. */
export function runningParts({ root }: StackPaths, reports: string, chromium: string): Part[] {
  const vitest = (name: string, folder: string): Part => {
    const file = join(reports, `${folder}.json`)
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    return {
      name,
      cwd: join(root, folder),
      args: ['node_modules/vitest/vitest.mjs', 'run', ...reporters],
      report: { kind: 'vitest', file },
      limitMs: 30 * MINUTE_MS,
    }
  }
  const file = join(reports, 'e2e.json')
  return [
    vitest('console tests', 'console'),
    vitest('server tests', 'server'),
    {
      name: 'end-to-end tests',
      cwd: join(root, 'e2e'),
      args: ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'],
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file, CHROMIUM_PATH: chromium },
      report: { kind: 'playwright', file },
      limitMs: 15 * MINUTE_MS,
    },
  ]
}

const once = (name: string, cwd: string, args: string[]): Part => ({
  name,
  cwd,
  args,
  limitMs: 10 * MINUTE_MS,
})
