import { useQuery } from '@tanstack/react-query'
import { can, type Permission } from '../lib/access.ts'
import { meQuery } from './session.ts'

/** Whether the person signed in may do something, to keep dead ends out of sight. */
export function useCan(permission: Permission): boolean {
  const { data: me } = useQuery(meQuery)
  return me != null && can(me, permission)
}
