import type { CitusNode } from './node.ts'

/**
 * PostgreSQL plans the SQL statements of these functions without their parameters. Citus cannot plan a statement in
 * this way.
 */
const GENERIC = ['post_entries', 'claim_webhook_deliveries']

/**
 * The parts of the large SQL statement of `post_entries` that read the result of another part, and what is added to
 * them. Citus sends the result of a part to all nodes if the part that reads this result reads no table. A stopped node
 * would then stop the posting in every cell. With a table of the cell, the result stays on the node that has the table.
 * In PostgreSQL without Citus, the additions would make the function 12 % slower.
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
  if (!posting) throw new Error(`BUG: the schema ${schema} has no function post_entries`)
  const head = `cross join ${schema}.ledger_head head where head.merchant_id = p_merchant`
  const adapted = PARTS.reduce((definition, [part, addition]) => {
    if (!part.test(definition)) throw new Error(`the function post_entries has no text that matches ${part}`)
    return definition.replace(part, (found) => `${found.replace(/ where$/, '')}${addition(head)}`)
  }, posting.definition)
  await coordinator.run(adapted)
  for (const called of GENERIC)
    await coordinator.run(`alter function ${schema}.${called} reset plan_cache_mode`)
}
