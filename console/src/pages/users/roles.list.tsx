import { IconCheck, IconLock, IconMinus } from '@tabler/icons-react'
import { roles } from '../../lib/i18n/people/staff.ts'
import { rolesPage as texts } from './texts.ts'
import { defineList } from '../../api/define-list.ts'
import { ROLES } from '../../lib/access.ts'
import { outcomes } from '../../lib/i18n/common.ts'
import { isPermission, permissionName } from './permission-texts.ts'
import { useText } from '../../ui/preferences.tsx'
import { rolesQuery } from './queries.ts'

/** The permissions of each role, as the server enforces them. */
export const rolesList = defineList({
  name: 'staff-roles',
  title: texts.title,
  ...rolesQuery,
  filters: {},
  columns: [
    {
      header: texts.permission,
      cell: ({ id }) => <PermissionName permission={id} />,
      card: 'title',
      exports: [{ id: 'permission', words: permissionName }],
    },
    ...ROLES.map((role) => ({
      header: roles[role],
      cell: (row: ReturnType<typeof rolesQuery.rows>[number]) => <GrantIcon may={row.roles.includes(role)} />,
      exports: [{ id: role, words: { true: texts.may, false: texts.mayNot } }],
    })),
    {
      header: texts.title,
      card: { slot: 'note', cell: (row, t) => row.roles.map((role) => t(roles[role])).join(', ') },
    },
  ],
  empty: { icon: IconLock, title: outcomes.notAllowedTitle, body: outcomes.notAllowedBody },
  skeletonRows: 12,
})

function PermissionName({ permission }: { permission: string }) {
  const t = useText()
  return (
    <span title={permission}>{isPermission(permission) ? t(permissionName[permission]) : permission}</span>
  )
}

function GrantIcon({ may }: { may: boolean }) {
  const t = useText()
  const IconComponent = may ? IconCheck : IconMinus
  return (
    <IconComponent
      size={16}
      display="block"
      role="img"
      aria-label={t(may ? texts.may : texts.mayNot)}
      className={may ? '' : 'faint'}
    />
  )
}
