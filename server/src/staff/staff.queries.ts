import type { Context, Tx } from '../kernel/context.ts'
import { entities } from '../kernel/database/entities.ts'
import { isUuid } from '../kernel/ids.ts'
import { lockRow } from '../kernel/database/lock-row.ts'
import { Problem } from '../kernel/problem.ts'
import { Staff } from './staff.entity.ts'

/** Finds a person by e-mail, which must be in lower case. Returns null if there is no such person. */
export const findStaffByEmail = (ctx: Context, email: string): Promise<Staff | null> =>
  entities(ctx).findOne(Staff, { email })

export const findStaff = (ctx: Context, id: string): Promise<Staff | null> =>
  entities(ctx).findOne(Staff, { id })

/** Returns the people with these ids, in any order. Leaves out unknown ids. */
export const findStaffByIds = (ctx: Context, ids: readonly string[]): Promise<Staff[]> =>
  entities(ctx).find(Staff, { id: { $in: [...ids] } })

/** Returns all staff, including deactivated people, ordered by name. */
export const listStaff = (ctx: Context): Promise<Staff[]> =>
  entities(ctx).find(Staff, {}, { orderBy: { name: 'asc', id: 'asc' } })

/** Returns a person. @throws Problem not_found, reason `staff_not_found`. */
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
