import { useQuery } from '@tanstack/react-query'
import { can, type Permission } from '../lib/access.ts'
import { outcomes } from '../lib/i18n/common.ts'
import type { Text } from '../lib/text.ts'
import { meQuery } from './session.ts'

/**
 * Returns whether the signed-in person has a permission. Components use it to hide actions that the server would
 * refuse.
 */
export function useCan(permission: Permission): boolean {
  const { data: me } = useQuery(meQuery)
  return me != null && can(me, permission)
}

/** Returns why the signed-in person lacks a permission; null when the person has the permission. */
export function useRefusal(permission: Permission): Text | null {
  const { data: me } = useQuery(meQuery)
  if (me != null && can(me, permission)) return null
  return me?.permissions.includes(permission) ? outcomes.productionOnly : outcomes.mayNot
}
