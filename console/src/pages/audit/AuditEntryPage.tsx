import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { roles } from '../../lib/i18n/people/staff.ts'
import { auditAct, audit as texts } from './texts.ts'
import {
  AuditEntriesDocument,
  AuditEntryDocument,
  type AuditEntryQuery,
  type AuditFieldsFragment,
} from '../../api/generated/graphql.ts'
import { useAdjacentRows } from '../../api/list.ts'
import { gqlQuery } from '../../api/query.ts'
import { deviceOf } from '../../lib/values/device.ts'
import { actorName, named } from '../../lib/i18n/people/audit.ts'
import { common } from '../../lib/i18n/common.ts'
import { RecordNotFound } from '../../shared/RecordNotFound.tsx'
import { PreviousNextLinks } from '../../shared/PreviousNextLinks.tsx'
import { CopyText } from '../../ui/values/CopyText.tsx'
import type { Column } from '../../ui/lists/column.ts'
import { DetailList } from '../../ui/lists/DetailList.tsx'
import { Loaded } from '../../ui/lists/Loaded.tsx'
import { Page, Section } from '../../ui/Page.tsx'
import { useText } from '../../ui/preferences.tsx'
import { BlocksSkeleton } from '../../ui/lists/Skeletons.tsx'
import { TableSection } from '../../ui/lists/TableSection.tsx'
import { When } from '../../ui/values/When.tsx'
import { TargetLink } from './TargetLink.tsx'

const columns: readonly Column<Entry['changes'][number]>[] = [
  { header: texts.field, cell: ({ field }) => <span className="mono">{field}</span>, card: 'title' },
  { header: texts.before, cell: ({ before }) => before ?? '—', card: 'note' },
  { header: texts.after, cell: ({ after }) => after ?? '—', card: 'noteAside' },
]

type Entry = NonNullable<AuditEntryQuery['auditEntry']>

const route = getRouteApi('/app/audit/$entryId')

/** One entry of the audit log. */
export function AuditEntryPage() {
  const t = useText()
  const { entryId } = route.useParams()
  const query = useQuery({ ...gqlQuery(AuditEntryDocument, { id: entryId }), staleTime: 'static' })
  const missing = (
    <RecordNotFound title={t(texts.missingTitle)} back={<Link to="/audit">{t(texts.title)}</Link>}>
      {t(texts.missingBody)}
    </RecordNotFound>
  )
  return (
    <Loaded fullPage missing={missing} query={query} skeleton={<BlocksSkeleton heights={[60, 260, 160]} />}>
      {({ auditEntry }) => (auditEntry ? <EntryView entry={auditEntry} /> : missing)}
    </Loaded>
  )
}

function Crumb({ id }: { id: string }) {
  const t = useText()
  const adjacent = useAdjacentRows<AuditFieldsFragment>(AuditEntriesDocument, id)
  return (
    <>
      <Link to="/audit">{t(texts.title)}</Link>
      <PreviousNextLinks
        adjacent={adjacent}
        link={(row) => ({ to: '/audit/$entryId', params: { entryId: row.id } })}
      />
    </>
  )
}

function EntryView({ entry }: { entry: Entry }) {
  const t = useText()
  const role = Object.entries(roles).find(([name]) => name === entry.role)?.[1]
  return (
    <Page
      title={t(named(auditAct, entry.action))}
      description={<span className="mono">{entry.action}</span>}
      id={entry.id}
      crumb={<Crumb id={entry.id} />}
    >
      <Section title={t(texts.details)}>
        <DetailList
          items={[
            [t(texts.when), <When key="when" at={entry.occurredAt} />],
            [t(texts.who), t(actorName(entry.actorName))],
            [t(texts.role), role ? t(role) : (entry.role ?? '—')],
            [t(texts.target), <TargetLink key="target" entry={entry} />],
            [t(texts.merchant), entry.merchant?.name ?? '—'],
            [t(common.reason), entry.reason ?? '—'],
            [t(texts.address), entry.ip ?? '—'],
            [t(texts.device), deviceOf(entry.userAgent) ?? entry.userAgent ?? '—'],
            [
              t(texts.correlation),
              <CopyText key="correlation" text={entry.correlationId} name={t(texts.correlation)} />,
            ],
          ]}
        />
      </Section>
      <TableSection
        title={texts.changes}
        columns={columns}
        rows={entry.changes}
        rowKey={({ field }) => field}
        empty={texts.noChanges}
      />
    </Page>
  )
}
