import {
  CompiledQuery,
  DummyDriver,
  PostgresQueryCompiler,
  sql,
  type Compilable,
  type Expression,
  type Kysely,
  type RawBuilder,
} from 'kysely'
import type { Context } from '../context.ts'
import { prepared } from './prepared.ts'
import { makeQueryBuilder } from './query-builder.ts'
import type { SqlParameter } from './sql.ts'
import type { Tables } from './tables.ts'

/** A function that returns the placeholder of a parameter, for a query that is compiled only once. */
export type Given<Parameters> = <Name extends keyof Parameters & string>(
  name: Name,
) => RawBuilder<Parameters[Name]>

/**
 * Builds and compiles a hot query once, when its module loads, and registers it as a prepared statement. Returns a
 * function that runs the query with actual parameters. A run of the query costs no more than raw SQL. Constants become
 * literals in the text, so that they match the predicates of partial indexes.
 */
export function preparedQuery<Parameters extends { [Name in keyof Parameters]: SqlParameter } & object, Row>(
  build: (db: Kysely<Tables>, given: Given<Parameters>) => Compilable<Row>,
): (ctx: Context, parameters: Parameters) => Promise<Row[]> {
  const { sql: text, parameters: places } = build(compiler, (name) => sql`${new Placeholder(name)}`).compile()
  const names = places.map((place) => (place instanceof Placeholder ? place.name : ''))
  prepared(text)
  return async (ctx, parameters) => {
    const values = names.map((name): unknown => Reflect.get(parameters, name))
    const { rows } = await ctx.em.getKysely<Tables>().executeQuery<Row>(CompiledQuery.raw(text, values))
    return rows
  }
}

/**
 * Returns the condition that a column equals one of the ids. The condition hides the length of the array from the
 * planner, so that PostgreSQL keeps the cached generic plan. If the planner knew the length, it would estimate a custom
 * plan as slightly cheaper, and PostgreSQL would plan every execution.
 */
export function isOneOf(column: string, ids: Expression<readonly string[]>): Expression<boolean> {
  return sql<boolean>`${sql.ref(column)} = any(array(select unnest(${ids}::uuid[])))`
}

/**
 * Returns the condition that a text column equals one of the texts. Like `isOneOf`, the condition hides the length of
 * the array from the planner.
 */
export function isOneOfTexts(column: string, texts: Expression<readonly string[]>): Expression<boolean> {
  return sql<boolean>`${sql.ref(column)} = any(array(select unnest(${texts}::text[])))`
}

/** Represents a parameter in a query that is compiled before its value is known. */
class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** A compiler that writes constants as literals; only placeholders become parameters. */
class LiteralCompiler extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    if (value instanceof Placeholder) super.appendValue(value)
    else this.appendImmediateValue(value)
  }
}

/** Compiles queries without a connection. */
const compiler = makeQueryBuilder(new DummyDriver(), new LiteralCompiler())
