import { IconDevices } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { SessionFieldsFragment } from '../api/generated/graphql.ts'
import { deviceOf } from '../lib/values/device.ts'
import { sessions as texts } from '../lib/i18n/people/staff.ts'
import type { Text } from '../lib/text.ts'
import { Badge } from '../ui/values/Badge.tsx'
import { RowCard, type Column } from '../ui/lists/DataTable.tsx'
import { ActionButton } from '../ui/dialogs/Dialog.tsx'
import { List, type ListSource } from '../ui/lists/List.tsx'
import { useText } from '../ui/preferences.tsx'
import { When } from '../ui/values/When.tsx'

type Row = SessionFieldsFragment

/** The sessions of a person, with a way to end them. */
export function Sessions(props: {
  list: ListSource<Row>
  aside: ReactNode
  /** Why sessions cannot be ended; null when they can. */
  disabledReason: Text | null
  busy: boolean
  onEnd: (id: string) => void
}) {
  const t = useText()
  const end = (row: Row) => (
    <ActionButton
      size="compact-sm"
      variant="subtle"
      color="red"
      name={t(texts.endOf(deviceOf(row.userAgent) ?? t(texts.unknownDevice)))}
      disabledReason={props.disabledReason ?? (row.current ? texts.useSignOut : null)}
      busy={props.busy}
      onClick={() => props.onEnd(row.id)}
    >
      {t(texts.end)}
    </ActionButton>
  )
  const columns: Column<Row>[] = [
    { id: 'device', header: t(texts.device), cell: (row) => <Device row={row} /> },
    { id: 'address', header: t(texts.address), cell: (row) => <span className="mono">{row.ip ?? '—'}</span> },
    { id: 'started', header: t(texts.started), cell: (row) => <When at={row.startedAt} /> },
    { id: 'seen', header: t(texts.lastSeen), cell: (row) => <When at={row.lastSeenAt} relative /> },
    { id: 'end', header: t(texts.end), headerHidden: true, align: 'end', cell: end },
  ]
  return (
    <List
      title={t(texts.title)}
      aside={props.aside}
      list={props.list}
      columns={columns}
      card={(row) => (
        <RowCard
          title={<Device row={row} />}
          aside={<When at={row.lastSeenAt} relative />}
          note={row.ip}
          noteAside={end(row)}
        />
      )}
      skeletonRows={3}
      empty={{ icon: IconDevices, title: texts.emptyTitle, body: texts.emptyBody }}
    />
  )
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
