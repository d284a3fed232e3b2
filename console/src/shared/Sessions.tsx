import { IconDevices } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ID_COLUMN, type ExportedView } from '../api/define-list.ts'
import type { SessionFieldsFragment } from '../api/generated/graphql.ts'
import { deviceOf } from '../lib/values/device.ts'
import { sessions as texts } from '../lib/i18n/people/accounts.ts'
import type { Text } from '../lib/text.ts'
import { Badge } from '../ui/values/Badge.tsx'
import type { Column } from '../ui/lists/column.ts'
import { ActionButton } from '../ui/dialogs/ActionButton.tsx'
import { List, type ListSource } from '../ui/lists/List.tsx'
import { useText } from '../ui/preferences.tsx'
import { When } from '../ui/values/When.tsx'

type Row = SessionFieldsFragment

/** The columns of a person's sessions on the page and in the exported file. */
export const sessionsView = {
  title: texts.title,
  columns: [
    { header: texts.device, cell: (row) => <Device row={row} />, card: 'title', exports: ['device'] },
    {
      header: texts.address,
      cell: (row) => <span className="mono">{row.ip ?? '—'}</span>,
      card: { slot: 'note', label: true, cell: (row) => row.ip },
      exports: ['address'],
    },
    {
      header: texts.started,
      cell: (row) => <When at={row.startedAt} />,
      card: { slot: 'note', label: true },
      exports: ['started_at'],
    },
    {
      header: texts.lastSeen,
      cell: (row) => <When at={row.lastSeenAt} relative />,
      card: { slot: 'note', label: true },
      exports: ['last_seen_at'],
    },
    ID_COLUMN,
  ],
  empty: { icon: IconDevices, title: texts.emptyTitle, body: texts.emptyBody },
  skeletonRows: 3,
} satisfies Pick<
  ExportedView<Row, object, 'own-sessions' | 'staff-sessions'>,
  'title' | 'columns' | 'empty' | 'skeletonRows'
>

/** The sessions of a person, with buttons that end sessions. */
export function Sessions(props: {
  source: ListSource<Row>
  aside: ReactNode
  /** Why the buttons that end sessions are disabled; null when they are enabled. */
  disabledReason: Text | null
  busy: boolean
  onEnd: (id: string) => void
}) {
  const t = useText()
  const end: Column<Row> = {
    header: texts.end,
    headerHidden: true,
    align: 'end',
    card: 'noteAside',
    cell: (row) => (
      <ActionButton
        size="compact-sm"
        name={t(texts.endOf(deviceOf(row.userAgent) ?? t(texts.unknownDevice)))}
        disabledReason={props.disabledReason ?? (row.current ? texts.useSignOut : null)}
        busy={props.busy}
        onClick={() => props.onEnd(row.id)}
      >
        {t(texts.end)}
      </ActionButton>
    ),
  }
  const list = { ...sessionsView, columns: [...sessionsView.columns, end] }
  return <List list={list} source={props.source} aside={props.aside} />
}

function Device({ row }: { row: Row }) {
  const t = useText()
  return (
    <span title={row.userAgent ?? undefined}>
      {deviceOf(row.userAgent) ?? t(texts.unknownDevice)}{' '}
      {row.current && <Badge tone="success">{t(texts.current)}</Badge>}
    </span>
  )
}
