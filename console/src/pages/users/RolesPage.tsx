import { IconCheck, IconMinus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { StaffRolesDocument, type StaffRolesQuery } from '../../api/generated/graphql.ts'
import { gqlQuery } from '../../api/query.ts'
import type { Permission } from '../../lib/access.ts'
import { isPermission, permissionName } from '../../lib/i18n/people/permissions.ts'
import { roles } from '../../lib/i18n/shell.ts'
import { rolesPage as texts, staff } from '../../lib/i18n/people/staff.ts'
import { ExportList } from '../../shared/ExportList.tsx'
import { DataTable, RowCard, type Column } from '../../ui/lists/DataTable.tsx'
import { Loaded } from '../../ui/lists/Loaded.tsx'
import { Card, Page } from '../../ui/Page.tsx'
import { useText } from '../../ui/preferences.tsx'
import { RowsSkeleton } from '../../ui/lists/Skeletons.tsx'

type Grants = StaffRolesQuery['staffRoles']

/** The permissions of each role, as the server enforces them. */
export function RolesPage() {
  const t = useText()
  const query = useQuery({ ...gqlQuery(StaffRolesDocument, {}), staleTime: 'static' })
  return (
    <Page
      title={t(texts.title)}
      crumb={<Link to="/users">{t(staff.title)}</Link>}
      description={t(texts.description)}
      actions={<ExportList list="staff-roles" title={t(texts.title)} filter={{}} />}
    >
      <Card flush label={t(texts.title)}>
        <Loaded query={query} skeleton={<RowsSkeleton rows={12} />}>
          {({ staffRoles }) => <PermissionTable grants={staffRoles} />}
        </Loaded>
      </Card>
    </Page>
  )
}

function PermissionTable({ grants }: { grants: Grants }) {
  const t = useText()
  const all = [...new Set(grants.flatMap(({ permissions }) => permissions))]
  const columns: Column<string>[] = [
    {
      id: 'permission',
      header: t(texts.permission),
      cell: (permission) => <PermissionName permission={permission} />,
    },
    ...grants.map(({ role, permissions }) => ({
      id: role,
      header: t(roles[role]),
      cell: (permission: string) => <GrantIcon may={permissions.includes(permission)} />,
    })),
  ]
  return (
    <DataTable
      label={t(texts.title)}
      columns={columns}
      rows={all}
      rowKey={(permission) => permission}
      card={(permission) => (
        <RowCard
          title={<PermissionName permission={permission} />}
          note={grants
            .filter(({ permissions }) => permissions.includes(permission))
            .map(({ role }) => t(roles[role]))
            .join(', ')}
        />
      )}
    />
  )
}

function PermissionName({ permission }: { permission: string }) {
  const t = useText()
  const known: Permission | null = isPermission(permission) ? permission : null
  return <span title={permission}>{known ? t(permissionName[known]) : permission}</span>
}

function GrantIcon({ may }: { may: boolean }) {
  const t = useText()
  const IconComponent = may ? IconCheck : IconMinus
  return (
    <IconComponent
      size={16}
      role="img"
      aria-label={t(may ? texts.may : texts.mayNot)}
      opacity={may ? 1 : 0.4}
    />
  )
}
