import { sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { anyUuid } from '../../kernel/database/any-of.ts'
import { db } from '../../kernel/database/tables.ts'
import { isUuid } from '../../kernel/ids.ts'

/** The name of a record that an audited action changed. */
export interface AuditTargetName {
  id: string
  /** The name: an order reference, a name, a bank reference or a URL. */
  name: string
  /** The id of the charge if the record is a charge, case or refund. */
  chargeId: string | null
}

const NO_CHARGE = sql<string | null>`null::uuid`.as('chargeId')

/**
 * Returns the names of the records with these ids, in any order, with one SQL statement. Omits records without a name,
 * and malformed ids. Only data loaders for staff may call this function, because it reads the records of all merchants.
 */
export async function findAuditTargetNames(ctx: Context, ids: readonly string[]): Promise<AuditTargetName[]> {
  const wanted = anyUuid(ids.filter(isUuid))
  const rows = await db(ctx)
    .selectFrom('charge')
    .select(['id', sql<string | null>`order_reference`.as('name'), sql<string | null>`id`.as('chargeId')])
    .where('id', '=', wanted)
    .unionAll((query) =>
      query
        .selectFrom('financial_case')
        .select(['id', 'order_reference as name', 'charge_id as chargeId'])
        .where('id', '=', wanted),
    )
    .unionAll((query) =>
      query
        .selectFrom('refund as r')
        .innerJoin('charge as c', (join) =>
          join.onRef('c.merchant_id', '=', 'r.merchant_id').onRef('c.id', '=', 'r.charge_id'),
        )
        .select(['r.id', 'c.order_reference as name', 'c.id as chargeId'])
        .where('r.id', '=', wanted),
    )
    .unionAll((query) =>
      query
        .selectFrom('payout')
        .select(['id', 'external_reference as name', NO_CHARGE])
        .where('id', '=', wanted),
    )
    .unionAll((query) =>
      query.selectFrom('webhook_endpoint').select(['id', 'url as name', NO_CHARGE]).where('id', '=', wanted),
    )
    .unionAll((query) =>
      query.selectFrom('merchant').select(['id', 'name', NO_CHARGE]).where('id', '=', wanted),
    )
    .unionAll((query) =>
      query.selectFrom('api_key').select(['id', 'name', NO_CHARGE]).where('id', '=', wanted),
    )
    .unionAll((query) => query.selectFrom('staff').select(['id', 'name', NO_CHARGE]).where('id', '=', wanted))
    .unionAll((query) =>
      query.selectFrom('staff_invitation').select(['id', 'name', NO_CHARGE]).where('id', '=', wanted),
    )
    .execute()
  return rows.flatMap(({ name, ...row }) => (name === null ? [] : [{ ...row, name }]))
}
