import type { Context } from '../../kernel/context.ts'
import { changeAccess } from './change-access.ts'
import type { Staff } from '../staff.entity.ts'

/** Lets a person in again who was shut out, with the role and the password they had. @throws as `changeAccess`. */
export const reactivateStaff = (ctx: Context, staffId: string, reason: string): Promise<Staff> =>
  changeAccess(ctx, staffId, reason, (staff) =>
    staff.disabledAt === null
      ? null
      : {
          action: 'staff.reactivate',
          set: { disabledAt: null },
          before: { active: false },
          after: { active: true },
        },
  )
