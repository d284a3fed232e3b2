import { useQuery } from '@tanstack/react-query'
import { can, type Permission } from '../lib/access.ts'
import { outcomes } from '../lib/i18n/common.ts'
import type { Text } from '../lib/text.ts'
import { meQuery } from './session.ts'

/** Whether the person signed in may do something, to keep dead ends out of sight. */
export function useCan(permission: Permission): boolean {
  const { data: me } = useQuery(meQuery)
  return me != null && can(me, permission)
}

/** Why the person signed in may not do something; null when they may. */
export function useRefusal(permission: Permission): Text | null {
  return useCan(permission) ? null : outcomes.mayNot
}
