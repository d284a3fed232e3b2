import {
  StaffInvitationsDocument,
  StaffMembersDocument,
  StaffRolesDocument,
  type StaffRolesQuery,
} from '../../api/generated/graphql.ts'
import { defineListQuery } from '../../api/query.ts'

export const membersQuery = defineListQuery({
  document: StaffMembersDocument,
  variables: () => ({}),
  rows: ({ staffMembers }) => staffMembers,
})

export const invitationsQuery = defineListQuery({
  document: StaffInvitationsDocument,
  variables: () => ({}),
  rows: ({ staffInvitations }) => staffInvitations,
})

/** Returns a row for each permission, with the roles that include the permission. The row's id is the permission. */
function permissionRows({ staffRoles }: StaffRolesQuery) {
  const permissions = [...new Set(staffRoles.flatMap((grant) => grant.permissions))]
  return permissions.map((id) => ({
    id,
    roles: staffRoles.filter((grant) => grant.permissions.includes(id)).map(({ role }) => role),
  }))
}

export const rolesQuery = defineListQuery({
  document: StaffRolesDocument,
  variables: () => ({}),
  rows: permissionRows,
})
