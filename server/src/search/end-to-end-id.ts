import { expressionBuilder, sql, type Expression, type SqlBool } from 'kysely'
import type { Tables } from '../kernel/database/tables.ts'

/**
 * The length of the first part of an end-to-end id: `E`, the ISPB of the bank and the minute of the payment. After the
 * `E`, this part has only digits; the rest of the id may also contain letters.
 */
const DIGITS_END = 21
/** A text that sorts, in every collation, after any other 11 letters and digits that are not all `z` or `Z`. */
const LAST_REST = 'z'.repeat(11)

/**
 * Returns the condition that a payment (alias `p`) has this end-to-end id, in any letter case. The condition includes a
 * range of ids with the same digits, so that PostgreSQL can use the index on the column, which distinguishes letter
 * case.
 */
export function endToEndIdIs(id: string): Expression<SqlBool> {
  const payment = expressionBuilder<{ p: Tables['payment'] }, 'p'>()
  const digits = id.slice(0, DIGITS_END)
  return payment.and([
    payment('p.end_to_end_id', '>=', digits),
    payment('p.end_to_end_id', '<=', digits + LAST_REST),
    payment(sql<string>`lower(p.end_to_end_id)`, '=', id.toLowerCase()),
  ])
}
