import type { Context } from '../../kernel/context.ts'
import type { StaffRole } from '../permissions.ts'
import { StaffView } from './staff-view.entity.ts'

/** Views of one person; `save-view` lets no more stand. */
export const VIEWS_PER_STAFF_MAX = 100

/** Who looks. */
export interface ViewOwner {
  id: string
  role: StaffRole
}

/** The views that a person made and those shared with their role, by name; of one page, or of all. */
export function listViews(ctx: Context, owner: ViewOwner, page: string | null): Promise<StaffView[]> {
  return ctx.em.find(
    StaffView,
    { $or: [{ staffId: owner.id }, { sharedWith: owner.role }], ...(page === null ? {} : { page }) },
    { orderBy: { name: 'asc', id: 'asc' }, disableIdentityMap: true },
  )
}
