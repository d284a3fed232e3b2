import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { z } from 'zod'
import type { MigrationPlan } from '../../migrations/run/read-migrations.ts'

/**
 * Rules of squawk that the check skips. Some require timeouts, which the migration runner sets. The rest concern
 * style.
 */
const EXCLUDED = [
  'require-lock-timeout',
  'require-statement-timeout',
  'prefer-bigint-over-int',
  'prefer-bigint-over-smallint',
  'prefer-text-field',
]

/**
 * Our rules for SQL statements that squawk accepts. A comment `-- lint-ignore RULE: REASON` before a statement
 * exempts the statement from the rule.
 */
const OWN_RULES: readonly { name: string; pattern: RegExp; message: string }[] = [
  {
    name: 'ban-do-block',
    pattern: /^do\b/i,
    message:
      'The checks cannot read the statements of a DO block. Write them as statements of the migration.',
  },
  {
    name: 'ban-drop-function',
    pattern: /^drop (function|procedure|view|trigger|type|sequence)\b/i,
    message: 'The previous build may use the dropped object. Drop this object in a later release.',
  },
  {
    name: 'ban-revoke',
    pattern: /^revoke\b/i,
    message: 'The previous build may need the privilege. Revoke the privilege in a later release.',
  },
  {
    name: 'concurrently-outside-index-migration',
    pattern: /^(create|drop|reindex|refresh)\b.*\bconcurrently\b/is,
    message:
      'The runner executes the statement in a transaction, where PostgreSQL refuses it. Extend IndexMigration.',
  },
  {
    name: 'ban-truncate',
    pattern: /^(truncate|lock table)\b/i,
    message: 'The statement blocks all other statements on the table.',
  },
]

export interface LintFault {
  migration: string
  rule: string
  message: string
}

const Report = z.array(
  z.object({ file: z.string(), rule_name: z.string(), message: z.string(), help: z.string().nullish() }),
)

/**
 * Checks the SQL statements of migrations with squawk and with OWN_RULES. The argument `squawk` is the path of the
 * program squawk. Returns the faults: SQL statements that could block traffic or make the previous build fail on the
 * new schema.
 */
export function lintMigrations(plans: readonly MigrationPlan[], squawk: string): LintFault[] {
  const folder = mkdtempSync(join(tmpdir(), 'pix-lint-'))
  try {
    const indexes = plans.filter((plan) => plan.indexes)
    const others = plans.filter((plan) => !plan.indexes)
    return [
      ...runSquawk(squawk, writeFiles(join(folder, 'alone'), indexes), []),
      ...runSquawk(squawk, writeFiles(join(folder, 'transaction'), others), ['--assume-in-transaction']),
      ...others.flatMap(({ name, statements }) =>
        statements.flatMap((statement) => ownFaults(name, statement)),
      ),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Writes one file for each migration. Returns the paths. */
function writeFiles(folder: string, plans: readonly MigrationPlan[]): string[] {
  mkdirSync(folder)
  return plans.map(({ name, statements }) => {
    const file = join(folder, `${name}.sql`)
    writeFileSync(file, statements.map((statement) => `${statement};\n`).join(''))
    return file
  })
}

function runSquawk(squawk: string, files: readonly string[], options: readonly string[]): LintFault[] {
  if (files.length === 0) return []
  const args = [squawk, '--reporter=json', '--pg-version=18.0', `--exclude=${EXCLUDED.join(',')}`, ...options]
  const { stdout, stderr, error } = spawnSync(process.execPath, [...args, ...files], { encoding: 'utf8' })
  if (error || !stdout.startsWith('['))
    throw new Error(
      `squawk did not run. Install the packages again. Its output:\n${error?.message ?? stderr}`,
    )
  return Report.parse(JSON.parse(stdout)).map(({ file, rule_name: rule, message, help }) => ({
    migration: basename(file, '.sql'),
    rule,
    message: [message, help].filter(Boolean).join(' '),
  }))
}

function ownFaults(migration: string, statement: string): LintFault[] {
  const ignored = Array.from(statement.matchAll(/^\s*-- lint-ignore ([a-z-]+): \S/gm), ([, rule]) => rule)
  const text = statement.replaceAll(/^\s*--.*$/gm, '').trim()
  return OWN_RULES.filter(({ name, pattern }) => pattern.test(text) && !ignored.includes(name)).map(
    ({ name, message }) => ({ migration, rule: name, message }),
  )
}
