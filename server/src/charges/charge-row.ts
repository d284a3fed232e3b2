import type { Context } from '../kernel/context.ts'
import { Charge } from './charge.entity.ts'

/** A row of table charge as a hot statement returns it. */
export type ChargeRow = Record<string, unknown>

/** The entity of a returned row, detached: what stands in the database now, never an older copy. */
export const chargeOf = (ctx: Context, row: ChargeRow): Charge => ctx.em.fork().map(Charge, row)
