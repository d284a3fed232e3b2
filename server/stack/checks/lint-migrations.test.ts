import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createIndexStatement } from '../../migrations/index-migration.ts'
import type { MigrationPlan } from '../../migrations/run/read-migrations.ts'
import { lintMigrations } from './lint-migrations.ts'

const SQUAWK = join(import.meta.dirname, '../../node_modules/squawk-cli/js/bin/squawk')

const rulesOf = (...statements: string[]) => rulesOfPlan({ name: '1-change', statements })
const rulesOfPlan = (plan: MigrationPlan) => lintMigrations([plan], SQUAWK).map(({ rule }) => rule)

test.each([
  ['ban-drop-column', 'alter table charge drop column note'],
  ['ban-drop-table', 'drop table charge'],
  ['renaming-column', 'alter table charge rename column note to remark'],
  ['renaming-table', 'alter table charge rename to sale'],
  ['adding-required-field', 'alter table charge add column note text not null'],
  ['adding-not-nullable-field', 'alter table charge alter column note set not null'],
  ['changing-column-type', 'alter table charge alter column note type integer'],
  ['adding-field-with-default', 'alter table charge add column at timestamptz default clock_timestamp()'],
  ['constraint-missing-not-valid', 'alter table charge add constraint positive check (amount_cents > 0)'],
  ['disallowed-unique-constraint', 'alter table charge add constraint one unique (note) not valid'],
  ['require-concurrent-index-creation', 'create index charge_note on charge (note)'],
  ['require-concurrent-index-deletion', 'drop index charge_note'],
  ['concurrently-outside-index-migration', 'create index concurrently charge_note on charge (note)'],
  ['ban-do-block', 'do $$ begin alter table charge drop column note; end $$'],
  ['ban-drop-function', 'drop function post_entries'],
  ['ban-revoke', 'revoke select on charge from pix_app'],
  ['ban-truncate', 'truncate charge'],
])('the rule %s refuses the SQL statement: %s', (rule, statement) => {
  expect(rulesOf(statement)).toContain(rule)
})

test.each([
  [
    'a new table with its index',
    'create table note (id uuid primary key)',
    'create index by_id on note (id)',
  ],
  ['a new nullable column', 'alter table charge add column note text'],
  [
    'a new column with a constant default',
    'alter table charge add column note text not null default $$none$$',
  ],
  [
    'a constraint that is not validated yet',
    'alter table charge add constraint c check (note <> $$$$) not valid',
  ],
  ['a function', 'create function f() returns integer language sql as $$ select 1 $$'],
])('the rules accept %s', (_what, ...statements) => {
  expect(rulesOf(...statements)).toEqual([])
})

test('the rules accept the steps of an index migration', () => {
  const build = [{ name: 'charge_note', table: 'charge', definition: '(note)' }]
  const statements = [
    ...build.map((index) => createIndexStatement(index)),
    'drop index concurrently if exists old',
  ]
  expect(rulesOfPlan({ name: '1-index', statements, indexes: { build, drop: ['old'] } })).toEqual([])
})

test('a comment before a SQL statement exempts this statement from one rule, but a lint-ignore comment without a reason does not', () => {
  expect(rulesOf('-- squawk-ignore ban-drop-column\nalter table charge drop column note')).toEqual([])
  expect(
    rulesOf('-- lint-ignore ban-revoke: no build uses it\nrevoke select on charge from pix_app'),
  ).toEqual([])
  expect(rulesOf('-- lint-ignore ban-revoke:\nrevoke select on charge from pix_app')).toEqual(['ban-revoke'])
})
