import type { Context } from '../../kernel/context.ts'
import { changeAccess } from './change-access.ts'
import type { StaffRole } from '../permissions.ts'
import type { Staff } from '../staff.entity.ts'

/**
 * Changes the role of a person and ends their sessions. The new role applies from the next sign-in.
 * @throws as `changeAccess`.
 */
export const changeRole = (ctx: Context, staffId: string, role: StaffRole, reason: string): Promise<Staff> =>
  changeAccess(ctx, staffId, reason, (staff) =>
    staff.role === role
      ? null
      : { action: 'staff.change_role', set: { role }, before: { role: staff.role }, after: { role } },
  )
