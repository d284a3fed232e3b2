import type { Context } from '../../kernel/context.ts'
import { changeAccess } from './change-access.ts'
import type { Staff } from '../staff.entity.ts'

/** Deactivates a person immediately. Keeps the person's row and audit entries. @throws as `changeAccess`. */
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
