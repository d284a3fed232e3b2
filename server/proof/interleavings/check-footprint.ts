import { Seed } from '../../src/simulation/seed.ts'
import { Actor } from './actor.ts'
import { UNCHANGED } from './edit.ts'
import type { Lab } from './lab.ts'
import { serialWalk } from './orders.ts'
import type { States } from './prepare-states.ts'
import { Scheduler } from './scheduler.ts'
import { BEGIN, END, type Effect } from './step-kind.ts'
import { stateOf, type Verb } from './verb.ts'

/**
 * Runs a use case alone, and asks PostgreSQL at the end of each transaction for the tables that the transaction has
 * locked. Returns the locked tables that the footprints do not name. The footprint of an SQL statement is the set of
 * tables that `tablesOf` computes from its text. If a footprint omits a table, the interleavings check may treat
 * dependent statements as independent.
 */
export async function findUnnamedTables(
  lab: Lab,
  states: States,
  verb: Verb,
  classify: Lab['classify'] = lab.classify,
): Promise<string[]> {
  const state = await states.restore(stateOf([verb]))
  const unnamed = new Set<string>()
  let effects: Effect[] = []
  const scheduler = new Scheduler(lab.monitor, serialWalk('A'))
  const actor = new Actor({
    name: 'A',
    ids: new Seed(1).ids(),
    edit: UNCHANGED,
    classify: (texts, transaction) => {
      const effect = classify(texts, transaction)
      effects.push(effect)
      return effect
    },
    beforeSend: async (text, pid) => {
      if (BEGIN.test(text)) effects = []
      if (!END.test(text)) return
      const { rows } = await lab.monitor.query<{ name: string }>(LOCKED, [pid])
      const isNamed = (name: string): boolean =>
        effects.some(({ tables }) => !tables || Object.values(tables).some((names) => names.has(name)))
      for (const { name } of rows) if (!isNamed(name)) unnamed.add(name)
    },
    onChange: scheduler.onChange,
    onAnswer: scheduler.onAnswer,
  })
  actor.start(() => verb.run(lab, state, 'A'))
  await scheduler.run([actor])
  return Array.from(unnamed)
}

/** The tables that a connection has locked in any mode; a partition and an index count as their table. */
const LOCKED = `
  select distinct coalesce(p.relname, t.relname) as name
  from pg_locks l join pg_class c on c.oid = l.relation
    left join pg_index x on x.indexrelid = c.oid
    join pg_class t on t.oid = coalesce(x.indrelid, c.oid)
    left join pg_inherits i on i.inhrelid = t.oid left join pg_class p on p.oid = i.inhparent
  where l.pid = $1 and l.locktype = 'relation' and t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p')`
