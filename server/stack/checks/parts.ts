import { join } from 'node:path'
import type { StackPaths } from '../paths.ts'

/** One part of `npm test`: a program, its working directory, and how its tests are counted. */
export interface Part {
  name: string
  args: string[]
  cwd: string
  env?: Record<string, string>
  /** The report that the program writes. A part without a report counts as a single test. */
  report?: { kind: 'vitest' | 'playwright'; file: string }
  /** The time limit of the part, in milliseconds. A part that takes longer fails. */
  limitMs: number
}

const SDK = 'sdks/typescript'
const MINUTE_MS = 60_000

/**
 * Timeouts of a test and of a hook. These timeouts only end tests that hang, so that no test fails on a slow machine.
 */
const VITEST_TIMEOUTS = [`--testTimeout=${5 * MINUTE_MS}`, `--hookTimeout=${5 * MINUTE_MS}`]

/** Returns the static checks. These checks may run at the same time as other parts, because none depends on timing. */
export function staticParts({ root, program }: StackPaths): Part[] {
  const inRoot = (...path: string[]): string => join(root, ...path)
  const tsc = inRoot('node_modules', 'typescript', 'bin', 'tsc')
  const typeCheck = (name: string, folder: string, config: string): Part =>
    singleCheck(name, inRoot(folder), [tsc, '-p', config, '--noEmit'])
  return [
    // Oxlint checks the types of every file that it lints. So these files need no separate type check, which would take
    // as long as this part.
    singleCheck('lint and types', root, [
      inRoot('node_modules', 'oxlint', 'bin', 'oxlint'),
      '--deny-warnings',
    ]),
    // Oxlint skips generated code. The console and the SDK contain generated code, so the type checker checks all of
    // their files.
    typeCheck('types: console', 'console', 'tsconfig.app.json'),
    typeCheck('types: SDK', SDK, 'tsconfig.json'),
    singleCheck('language', root, [program('stack/checks/language.js')]),
    singleCheck('migrations', root, [program('stack/checks/migrations.js')]),
    singleCheck('format', root, [inRoot('node_modules', 'oxfmt', 'bin', 'oxfmt'), '--check']),
    singleCheck('schema.graphql is current', inRoot('server'), [
      program('stack/checks/schema-is-current.js'),
    ]),
    singleCheck('generated documents are current', inRoot('console'), ['codegen.ts', '--check']),
    singleCheck('generated SDK is current', inRoot(SDK), ['generate.ts', '--check']),
    singleCheck('generated theme is current', inRoot('console'), ['theme-css.ts', '--check']),
  ]
}

/**
 * Returns the tests that run in Vitest. These tests run one after the other, because some tests measure time. The parts
 * write their reports to `reports`, an empty folder.
 */
export function vitestParts({ root }: StackPaths, reports: string): Part[] {
  const vitest = (name: string, folder: string): Part => {
    const file = join(reports, `${folder.replaceAll('/', '-')}.json`)
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    return {
      name,
      cwd: join(root, folder),
      args: ['node_modules/vitest/vitest.mjs', 'run', ...VITEST_TIMEOUTS, ...reporters],
      report: { kind: 'vitest', file },
      limitMs: 30 * MINUTE_MS,
    }
  }
  return [vitest('SDK tests', SDK), vitest('console tests', 'console'), vitest('server tests', 'server')]
}

/** Returns the tests that kill processes of the stack. These tests use no browser, and none depends on timing. */
export const stackPart = (paths: StackPaths, reports: string): Part =>
  playwright('tests of the stack', paths, {
    report: join(reports, 'stack.json'),
    args: ['--config=playwright.stack.config.ts'],
  })

/** Returns the end-to-end tests, which drive the whole service with the browser at the path `chromium`. */
export const journeyPart = (paths: StackPaths, reports: string, chromium: string): Part =>
  playwright('end-to-end tests', paths, {
    report: join(reports, 'e2e.json'),
    env: { CHROMIUM_PATH: chromium },
  })

/** Returns the checks of every page of the console: accessibility, layout, keyboard, loading, printing and URL state. */
export const consolePart = (paths: StackPaths, reports: string, chromium: string): Part =>
  playwright('console checks', paths, {
    report: join(reports, 'console.json'),
    args: ['--config=playwright.console.config.ts'],
    env: { CHROMIUM_PATH: chromium },
  })

interface PlaywrightOptions {
  /** The file to which the part writes its report. */
  report: string
  args?: string[]
  env?: Record<string, string>
}

const playwright = (
  name: string,
  { root }: StackPaths,
  { report: file, args = [], env }: PlaywrightOptions,
): Part => ({
  name,
  cwd: join(root, 'e2e'),
  args: ['node_modules/@playwright/test/cli.js', 'test', ...args, '--reporter=list,json'],
  env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file, ...env },
  report: { kind: 'playwright', file },
  limitMs: 30 * MINUTE_MS,
})

const singleCheck = (name: string, cwd: string, args: string[]): Part => ({
  name,
  cwd,
  args,
  limitMs: 10 * MINUTE_MS,
})
