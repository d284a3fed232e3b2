import type { CitusNode } from './node.ts'

/** The functions whose SQL statements are planned without their parameters, which Citus cannot do. */
const GENERIC = ['post_entries', 'claim_webhook_deliveries']

/**
 * The parts of the large SQL statement of `post_entries` that read the result of another part, and what is added to them. Citus
 * sends this result to all nodes if a part reads no table, so a stopped node would stop the posting in every cell. With a
 * table of the cell, the result stays on the node that has the table. In PostgreSQL, the additions would make the function 12 %
 * slower.
 */
const PARTS: readonly [part: RegExp, addition: (head: string) => string][] = [
  [/from given(?= order by n\))/, (head) => ` ${head}`],
  [/from placed where(?= known_code is not null order)/, (head) => ` ${head} and`],
  [/into v_unknown, v_below from placed(?=;)/, (head) => ` ${head}`],
]

/** Adapts the functions of a cell to Citus, after each migration that replaces them. */
export async function adaptFunctions(coordinator: CitusNode, schema: string): Promise<void> {
  const [posting] = await coordinator.run<{ definition: string }>(
    `select pg_get_functiondef(oid) as definition from pg_proc
     where proname = 'post_entries' and pronamespace = $1::text::regnamespace`,
    [schema],
  )
  if (!posting) throw new Error(`BUG: the schema ${schema} has no post_entries`)
  const head = `cross join ${schema}.ledger_head head where head.merchant_id = p_merchant`
  const adapted = PARTS.reduce((definition, [part, addition]) => {
    if (!part.test(definition)) throw new Error(`post_entries has no part ${part}`)
    return definition.replace(part, (found) => `${found.replace(/ where$/, '')}${addition(head)}`)
  }, posting.definition)
  await coordinator.run(adapted)
  for (const called of GENERIC)
    await coordinator.run(`alter function ${schema}.${called} reset plan_cache_mode`)
}
