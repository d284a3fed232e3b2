import { IconMail } from '@tabler/icons-react'
import { roles } from '../../lib/i18n/people/staff.ts'
import { staff as texts } from './texts.ts'
import { useAction } from '../../api/action.ts'
import { defineList, ID_COLUMN } from '../../api/define-list.ts'
import { WithdrawInvitationDocument, type InvitationFieldsFragment } from '../../api/generated/graphql.ts'
import { useRefusal } from '../../api/me.ts'
import { nowMs } from '../../lib/time/clock.ts'
import { ActionButton } from '../../ui/dialogs/ActionButton.tsx'
import { useText } from '../../ui/preferences.tsx'
import { Badge } from '../../ui/values/Badge.tsx'
import { When } from '../../ui/values/When.tsx'
import { invitationsQuery } from './queries.ts'

type Row = InvitationFieldsFragment

/** The invitations that were neither accepted nor withdrawn, including expired invitations. */
export const invitationsList = defineList({
  name: 'staff-invitations',
  title: texts.invitations,
  ...invitationsQuery,
  filters: {},
  columns: [
    { header: texts.name, cell: (row) => row.name, card: 'title', exports: ['name'] },
    { header: texts.email, cell: (row) => row.email, card: 'note', exports: ['email'] },
    {
      header: texts.role,
      cell: (row, t) => t(roles[row.role]),
      card: 'aside',
      exports: [{ id: 'role', words: roles }],
    },
    {
      header: texts.invitedBy,
      cell: (row) => row.invitedBy,
      card: { slot: 'note', label: true },
      exports: ['invited_by'],
    },
    {
      header: texts.expires,
      cell: (row) => <Until row={row} />,
      card: { slot: 'note', label: true },
      exports: ['expires_at'],
    },
    {
      header: texts.withdraw,
      headerHidden: true,
      align: 'end',
      cell: (row) => <Withdraw row={row} />,
      card: 'noteAside',
    },
    ID_COLUMN,
  ],
  empty: { icon: IconMail, title: texts.noInvitations, body: texts.noInvitationsBody },
  skeletonRows: 2,
})

function Until({ row }: { row: Row }) {
  const t = useText()
  if (Date.parse(row.expiresAt) <= nowMs()) return <Badge tone="warning">{t(texts.expired)}</Badge>
  return <When at={row.expiresAt} />
}

function Withdraw({ row }: { row: Row }) {
  const t = useText()
  const inviteRefusal = useRefusal('staff.invite')
  const withdraw = useAction(WithdrawInvitationDocument, {
    done: texts.withdrawn,
    notifyError: true,
  })
  return (
    <ActionButton
      size="compact-sm"
      name={t(texts.withdrawOf(row.name))}
      disabledReason={inviteRefusal}
      busy={withdraw.isPending}
      onClick={() => withdraw.mutate({ id: row.id })}
    >
      {t(texts.withdraw)}
    </ActionButton>
  )
}
