import { IconMail } from '@tabler/icons-react'
import { useAction } from '../../api/action.ts'
import {
  StaffInvitationsDocument,
  WithdrawInvitationDocument,
  type InvitationFieldsFragment,
} from '../../api/generated/graphql.ts'
import { useUnpagedList } from '../../api/list.ts'
import { useRefusal } from '../../api/me.ts'
import { nowMs } from '../../lib/time/clock.ts'
import { roles } from '../../lib/i18n/shell.ts'
import { staff as texts } from '../../lib/i18n/people/staff.ts'
import { ExportList } from '../../shared/ExportList.tsx'
import { Badge } from '../../ui/values/Badge.tsx'
import { RowCard, type Column } from '../../ui/lists/DataTable.tsx'
import { ActionButton } from '../../ui/dialogs/Dialog.tsx'
import { List } from '../../ui/lists/List.tsx'
import { useText } from '../../ui/preferences.tsx'
import { When } from '../../ui/values/When.tsx'

type Row = InvitationFieldsFragment

/** Pending invitations. */
export function Invitations() {
  const t = useText()
  const list = useUnpagedList(StaffInvitationsDocument, {}, ({ staffInvitations }) => staffInvitations)
  const columns: Column<Row>[] = [
    { id: 'name', header: t(texts.name), cell: (row) => row.name },
    { id: 'email', header: t(texts.email), cell: (row) => row.email },
    { id: 'role', header: t(texts.role), cell: (row) => t(roles[row.role]) },
    { id: 'by', header: t(texts.invitedBy), cell: (row) => row.invitedBy },
    { id: 'expires', header: t(texts.expires), cell: (row) => <Until row={row} /> },
    {
      id: 'end',
      header: t(texts.withdraw),
      headerHidden: true,
      align: 'end',
      cell: (row) => <Withdraw row={row} />,
    },
  ]
  return (
    <List
      title={t(texts.invitations)}
      aside={<ExportList size="xs" list="staff-invitations" title={t(texts.invitations)} filter={{}} />}
      list={list}
      columns={columns}
      card={(row) => (
        <RowCard
          title={row.name}
          aside={t(roles[row.role])}
          note={<Until row={row} />}
          noteAside={<Withdraw row={row} />}
        />
      )}
      skeletonRows={2}
      empty={{ icon: IconMail, title: texts.noInvitations, body: texts.noInvitationsBody }}
    />
  )
}

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
      variant="subtle"
      color="red"
      name={t(texts.withdrawOf(row.name))}
      disabledReason={inviteRefusal}
      busy={withdraw.isPending}
      onClick={() => withdraw.mutate({ id: row.id })}
    >
      {t(texts.withdraw)}
    </ActionButton>
  )
}
