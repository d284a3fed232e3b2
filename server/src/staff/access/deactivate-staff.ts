import type { Context } from '../../kernel/context.ts'
import { changeAccess } from './change-access.ts'
import type { Staff } from '../staff.entity.ts'

/** Shuts a person out at once. What they did stays under their name. @throws as `changeAccess`. */
export const deactivateStaff = (ctx: Context, staffId: string, reason: string): Promise<Staff> =>
  changeAccess(ctx, staffId, reason, (staff, now) =>
    staff.disabledAt !== null
      ? null
      : {
          action: 'staff.deactivate',
          set: { disabledAt: now },
          before: { active: true },
          after: { active: false },
        },
  )
