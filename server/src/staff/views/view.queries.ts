import type { Context } from '../../kernel/context.ts'
import { entities } from '../../kernel/database/entities.ts'
import type { StaffRole } from '../permissions.ts'
import { StaffView } from './staff-view.entity.ts'

/** The maximum number of views of one person. `saveView` enforces this limit. */
export const VIEWS_PER_STAFF_MAX = 100

/** The person who reads or changes views. */
export interface ViewOwner {
  id: string
  role: StaffRole
}

/**
 * Returns the views of a person and the views shared with their role, ordered by name. If `page` is null, returns the
 * views of all pages.
 */
export function listViews(ctx: Context, owner: ViewOwner, page: string | null): Promise<StaffView[]> {
  return entities(ctx).find(
    StaffView,
    { $or: [{ staffId: owner.id }, { sharedWith: owner.role }], ...(page === null ? {} : { page }) },
    { orderBy: { name: 'asc', id: 'asc' } },
  )
}
