import { expressionBuilder, type Expression, type SqlBool } from 'kysely'
import type { Tables } from '../../kernel/database/tables.ts'

/** Returns 1 if the condition is true, otherwise 0. */
export function oneIf(condition: Expression<SqlBool>): Expression<number> {
  const query = expressionBuilder<Tables>()
  return query.case().when(condition).then(query.lit<number>(1)).else(query.lit<number>(0)).end()
}
