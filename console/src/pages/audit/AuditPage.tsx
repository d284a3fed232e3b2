import { IconHistory } from '@tabler/icons-react'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { AuditEntriesDocument, type AuditFieldsFragment } from '../../api/generated/graphql.ts'
import { useList } from '../../api/list.ts'
import { pageSearch } from '../../lib/search/route-search.ts'
import type { AuditSearch } from '../../lib/search/audit-search.ts'
import { nowMs } from '../../lib/time/clock.ts'
import { auditAct, actorName, auditTarget, named } from '../../lib/i18n/people/audit-acts.ts'
import { audit as texts } from '../../lib/i18n/people/audit.ts'
import { resolveRange } from '../../lib/time/range.ts'
import { ExportList } from '../../shared/ExportList.tsx'
import { RowCard, type Column } from '../../ui/lists/DataTable.tsx'
import { List } from '../../ui/lists/List.tsx'
import { Page } from '../../ui/Page.tsx'
import { usePreferences, useText } from '../../ui/preferences.tsx'
import { When } from '../../ui/values/When.tsx'
import { AuditFilters } from './AuditFilters.tsx'
import classes from './AuditPage.module.css'

type Row = AuditFieldsFragment

const route = getRouteApi('/app/audit')

/** The audit log, newest first. */
export function AuditPage() {
  const t = useText()
  const navigate = useNavigate()
  const { zone } = usePreferences()
  const search = pageSearch(route.useSearch())
  const { who, act, target, of, range, text } = search
  const instants = range === undefined ? null : resolveRange(range, zone, nowMs())
  const filter = {
    actor: who ?? null,
    action: act ?? null,
    targetIds: target?.split(',') ?? null,
    merchantId: of ?? null,
    from: instants?.from ?? null,
    to: instants?.to ?? null,
    text: text ?? null,
  }
  const list = useList(AuditEntriesDocument, { filter }, ({ auditEntries }) => auditEntries)
  const go = (next: AuditSearch) => void navigate({ to: '/audit', search: next, replace: true })
  return (
    <Page
      title={t(texts.title)}
      description={t(texts.description)}
      actions={<ExportList list="audit" title={t(texts.title)} filter={filter} />}
    >
      <AuditFilters search={search} onChange={go} />
      <List
        title={t(texts.title)}
        list={list}
        columns={columns(t)}
        card={(row) => (
          <RowCard
            title={<AuditEntryLink row={row} />}
            aside={<When at={row.occurredAt} />}
            note={row.reason}
            noteAside={t(actorName(row.actorName))}
          />
        )}
        onOpen={({ id }) => void navigate({ to: '/audit/$entryId', params: { entryId: id } })}
        empty={{ icon: IconHistory, title: texts.emptyTitle, body: texts.emptyBody }}
        onClear={Object.keys(search).length === 0 ? null : () => go({})}
      />
    </Page>
  )
}

function columns(t: ReturnType<typeof useText>): Column<Row>[] {
  return [
    { id: 'action', header: t(texts.action), cell: (row) => <AuditEntryLink row={row} /> },
    { id: 'when', header: t(texts.when), cell: (row) => <When at={row.occurredAt} /> },
    { id: 'who', header: t(texts.who), cell: (row) => t(actorName(row.actorName)) },
    { id: 'target', header: t(texts.target), cell: (row) => t(named(auditTarget, row.targetType)) },
    { id: 'merchant', header: t(texts.merchant), cell: (row) => row.merchant?.name ?? '—' },
    { id: 'reason', header: t(texts.reason), wide: true, cell: (row) => row.reason ?? '—' },
  ]
}

function AuditEntryLink({ row }: { row: Row }) {
  const t = useText()
  return (
    <Link to="/audit/$entryId" params={{ entryId: row.id }} className={classes['act']}>
      <span>{t(named(auditAct, row.action))}</span>
      <span className={classes['code']}>{row.action}</span>
    </Link>
  )
}
