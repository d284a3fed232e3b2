import type { Context, Tx } from '../kernel/context.ts'
import { isUuid } from '../kernel/ids.ts'
import { lockRow } from '../kernel/database/lock-row.ts'
import { Problem } from '../kernel/problem.ts'
import { Staff } from './staff.entity.ts'

/** `email` must be in lower case. */
export const findStaffByEmail = (ctx: Context, email: string): Promise<Staff | null> =>
  ctx.em.findOne(Staff, { email }, { disableIdentityMap: true })

export const findStaff = (ctx: Context, id: string): Promise<Staff | null> =>
  ctx.em.findOne(Staff, { id }, { disableIdentityMap: true })

/** Returns the people with these ids, in any order. Omits unknown ids. */
export const findStaffByIds = (ctx: Context, ids: readonly string[]): Promise<Staff[]> =>
  ctx.em.find(Staff, { id: { $in: [...ids] } }, { disableIdentityMap: true })

/** Returns all staff, including deactivated people, ordered by name. */
export const listStaff = (ctx: Context): Promise<Staff[]> =>
  ctx.em.find(Staff, {}, { orderBy: { name: 'asc', id: 'asc' }, disableIdentityMap: true })

/** @throws Problem not_found, reason `staff_not_found`. */
export async function getStaff(ctx: Context, id: string): Promise<Staff> {
  const staff = isUuid(id) ? await findStaff(ctx, id) : null
  if (!staff) throw staffNotFound()
  return staff
}

/** Locks the row of a person and returns it. @throws Problem not_found, reason `staff_not_found`. */
export async function lockStaff(tx: Tx, id: string): Promise<Staff> {
  const staff = isUuid(id) ? await lockRow(tx, Staff, { id }) : null
  if (!staff) throw staffNotFound()
  return staff
}

const staffNotFound = (): Problem => new Problem('not_found', { reason: 'staff_not_found' })
