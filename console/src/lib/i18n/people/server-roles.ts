import { permissionsOf, STAFF_ROLES } from '../../../../../server/src/staff/permissions.ts'
import type { Permission } from '../../access.ts'
import type { Text } from '../../text.ts'
import { roles } from './staff.ts'

/**
 * Returns the roles to which the server gives a permission. Import this module only in tests, because the console must
 * not load modules of the server.
 */
export const rolesWith = (permission: Permission) =>
  STAFF_ROLES.filter((role) => permissionsOf(role).includes(permission))

/** Returns the roles that the Portuguese text names. */
export const rolesIn = ([ptBr]: Text) => STAFF_ROLES.filter((role) => ptBr.includes(roles[role][0]))
