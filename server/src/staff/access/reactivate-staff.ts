import type { Context } from '../../kernel/context.ts'
import { changeAccess } from './change-access.ts'
import type { Staff } from '../staff.entity.ts'

/** Reactivates a person, with the same role and password as before. @throws as `changeAccess`. */
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
