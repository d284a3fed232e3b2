import { IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { roles } from '../../lib/i18n/people/staff.ts'
import { staff as texts, totpText } from './texts.ts'
import { defineList, ID_COLUMN } from '../../api/define-list.ts'
import type { MemberFieldsFragment } from '../../api/generated/graphql.ts'
import { useText } from '../../ui/preferences.tsx'
import { Badge } from '../../ui/values/Badge.tsx'
import { When } from '../../ui/values/When.tsx'
import { membersQuery } from './queries.ts'

type Row = MemberFieldsFragment

/** The list of the people with a console account, including deactivated people. */
export const membersList = defineList({
  name: 'staff-members',
  title: texts.title,
  ...membersQuery,
  filters: {},
  columns: [
    { header: texts.name, cell: (row) => <MemberLink row={row} />, card: 'title', exports: ['name'] },
    { header: texts.email, cell: (row) => row.email, card: 'note', exports: ['email'] },
    {
      header: texts.role,
      cell: (row, t) => t(roles[row.role]),
      card: 'aside',
      exports: [{ id: 'role', words: roles }],
    },
    {
      header: texts.state,
      cell: (row) => <StateBadge row={row} />,
      card: 'noteAside',
      exports: [{ id: 'state', words: { active: texts.active, inactive: texts.inactive } }],
    },
    {
      header: texts.totp,
      cell: (row, t) => t(totpText(row)),
      exports: [{ id: 'authenticator', words: { true: texts.totpOn, false: texts.totpOff } }],
    },
    {
      header: texts.lastSeen,
      cell: (row) => <Seen row={row} />,
      card: { slot: 'note', label: true },
      exports: ['last_seen_at'],
    },
    ID_COLUMN,
  ],
  empty: { icon: IconUsers, title: texts.emptyTitle, body: texts.emptyBody },
})

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
