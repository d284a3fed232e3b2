import { useQuery } from '@tanstack/react-query'
import { can, type Permission } from '../lib/access.ts'
import { outcomes } from '../lib/i18n/common.ts'
import { roles } from '../lib/i18n/people/staff.ts'
import type { Text } from '../lib/text.ts'
import type { Me } from './person.ts'
import { meQuery } from './session.ts'

/**
 * Returns whether the signed-in person has a permission. Components use this hook to hide actions that the server would
 * refuse.
 */
export function useCan(permission: Permission): boolean {
  const { data: me } = useQuery(meQuery)
  return me != null && can(me, permission)
}

/** Returns why the signed-in person lacks a permission; null when the person has the permission. */
export function useRefusal(permission: Permission): Text | null {
  const { data: me } = useQuery(meQuery)
  return refusalOf(me, permission)
}

/**
 * Returns which roles a permission needs, or that it does not exist in the test environment; null when the person has
 * the permission.
 */
export function refusalOf(me: Me | null | undefined, permission: Permission): Text | null {
  if (me != null && can(me, permission)) return null
  const missing = me?.missingPermissions.find((lacked) => lacked.permission === permission)
  return missing ? outcomes.needsRole(missing.roles.map((role) => roles[role])) : outcomes.productionOnly
}
