import type { Context } from '../kernel/context.ts'
import { Staff } from './staff.entity.ts'

/** `email` in lower case. */
export const findStaffByEmail = (ctx: Context, email: string): Promise<Staff | null> =>
  ctx.em.findOne(Staff, { email }, { disableIdentityMap: true })

export const findStaff = (ctx: Context, id: string): Promise<Staff | null> =>
  ctx.em.findOne(Staff, { id }, { disableIdentityMap: true })

/** The people of these ids, in any order; unknown ones are left out. */
export const findStaffByIds = (ctx: Context, ids: readonly string[]): Promise<Staff[]> =>
  ctx.em.find(Staff, { id: { $in: [...ids] } }, { disableIdentityMap: true })
