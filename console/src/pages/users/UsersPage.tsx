import { IconUsers } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { StaffMembersDocument, type MemberFieldsFragment } from '../../api/generated/graphql.ts'
import { useUnpagedList } from '../../api/list.ts'
import { roles } from '../../lib/i18n/shell.ts'
import { rolesPage, staff as texts } from '../../lib/i18n/people/staff.ts'
import { ExportList } from '../../shared/ExportList.tsx'
import { Badge } from '../../ui/values/Badge.tsx'
import { RowCard, type Column } from '../../ui/lists/DataTable.tsx'
import { List } from '../../ui/lists/List.tsx'
import { Page } from '../../ui/Page.tsx'
import { useText } from '../../ui/preferences.tsx'
import { When } from '../../ui/values/When.tsx'
import { Invitations } from './Invitations.tsx'
import { Invite } from './Invite.tsx'

type Row = MemberFieldsFragment

export function UsersPage() {
  const t = useText()
  const navigate = useNavigate()
  const list = useUnpagedList(StaffMembersDocument, {}, ({ staffMembers }) => staffMembers)
  return (
    <Page
      title={t(texts.title)}
      description={
        <>
          {t(texts.description)} <Link to="/roles">{t(rolesPage.title)}</Link>
        </>
      }
      actions={
        <>
          <ExportList list="staff-members" title={t(texts.title)} filter={{}} />
          <Invite />
        </>
      }
    >
      <List
        title={t(texts.title)}
        list={list}
        columns={columns(t)}
        card={(row) => (
          <RowCard
            title={<MemberLink row={row} />}
            aside={t(roles[row.role])}
            note={row.email}
            noteAside={<StateBadge row={row} />}
          />
        )}
        onOpen={({ id }) => void navigate({ to: '/users/$staffId', params: { staffId: id } })}
        empty={{ icon: IconUsers, title: texts.emptyTitle, body: texts.emptyBody }}
      />
      <Invitations />
    </Page>
  )
}

function columns(t: ReturnType<typeof useText>): Column<Row>[] {
  return [
    { id: 'name', header: t(texts.name), cell: (row) => <MemberLink row={row} /> },
    { id: 'email', header: t(texts.email), cell: (row) => row.email },
    { id: 'role', header: t(texts.role), cell: (row) => t(roles[row.role]) },
    { id: 'state', header: t(texts.state), cell: (row) => <StateBadge row={row} /> },
    { id: 'totp', header: t(texts.totp), cell: (row) => t(row.hasTotp ? texts.totpOn : texts.totpOff) },
    { id: 'seen', header: t(texts.lastSeen), cell: (row) => <Seen row={row} /> },
  ]
}

function MemberLink({ row }: { row: Row }) {
  return (
    <Link to="/users/$staffId" params={{ staffId: row.id }}>
      {row.name}
    </Link>
  )
}

function Seen({ row }: { row: Row }) {
  const t = useText()
  if (row.lastSeenAt === null) return <span className="faint">{t(texts.neverSeen)}</span>
  return <When at={row.lastSeenAt} relative />
}

function StateBadge({ row }: { row: Row }) {
  const t = useText()
  const active = row.disabledAt === null
  return <Badge tone={active ? 'success' : 'neutral'}>{t(active ? texts.active : texts.inactive)}</Badge>
}
