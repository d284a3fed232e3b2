import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import {
  AuditEntriesDocument,
  AuditEntryDocument,
  type AuditEntryQuery,
  type AuditFieldsFragment,
} from '../../api/generated/graphql.ts'
import { useAround } from '../../api/list.ts'
import { q } from '../../api/query.ts'
import { deviceOf } from '../../lib/values/device.ts'
import { auditAct, actorName, named } from '../../lib/i18n/people/audit-acts.ts'
import { audit as texts } from '../../lib/i18n/people/audit.ts'
import { roles } from '../../lib/i18n/shell.ts'
import { Missing } from '../../shared/Missing.tsx'
import { Neighbours } from '../../shared/Neighbours.tsx'
import { CopyText } from '../../ui/values/CopyText.tsx'
import { DataTable, RowCard } from '../../ui/lists/DataTable.tsx'
import { DetailList } from '../../ui/lists/DetailList.tsx'
import { Loaded } from '../../ui/lists/Loaded.tsx'
import { Page, Section } from '../../ui/Page.tsx'
import { useText } from '../../ui/preferences.tsx'
import { Quiet } from '../../ui/values/Quiet.tsx'
import { BlocksSkeleton } from '../../ui/lists/Skeletons.tsx'
import { When } from '../../ui/values/When.tsx'
import { TargetLink } from './TargetLink.tsx'

type Line = NonNullable<AuditEntryQuery['auditEntry']>

const route = getRouteApi('/app/audit/$entryId')

/** One line of the record: who, what, why, from where, and what it changed. */
export function AuditLinePage() {
  const t = useText()
  const { entryId } = route.useParams()
  const query = useQuery({ ...q(AuditEntryDocument, { id: entryId }), staleTime: 'static' })
  const missing = (
    <Missing title={t(texts.missingTitle)} back={<Link to="/audit">{t(texts.title)}</Link>}>
      {t(texts.missingBody)}
    </Missing>
  )
  return (
    <Loaded whole missing={missing} of={query} skeleton={<BlocksSkeleton heights={[60, 260, 160]} />}>
      {({ auditEntry }) => (auditEntry ? <LineView line={auditEntry} /> : missing)}
    </Loaded>
  )
}

function Crumb({ id }: { id: string }) {
  const t = useText()
  const around = useAround<AuditFieldsFragment>(AuditEntriesDocument, id)
  return (
    <>
      <Link to="/audit">{t(texts.title)}</Link>
      <Neighbours around={around} link={(row) => ({ to: '/audit/$entryId', params: { entryId: row.id } })} />
    </>
  )
}

function LineView({ line }: { line: Line }) {
  const t = useText()
  const role = Object.entries(roles).find(([name]) => name === line.role)?.[1]
  return (
    <Page
      title={t(named(auditAct, line.action))}
      description={<span className="mono">{line.action}</span>}
      id={line.id}
      crumb={<Crumb id={line.id} />}
    >
      <Section title={t(texts.details)}>
        <DetailList
          items={[
            [t(texts.when), <When key="when" at={line.occurredAt} />],
            [t(texts.who), t(actorName(line.actorName))],
            [t(texts.role), role ? t(role) : (line.role ?? '—')],
            [t(texts.target), <TargetLink key="target" line={line} />],
            [t(texts.merchant), line.merchant?.name ?? '—'],
            [t(texts.reason), line.reason ?? '—'],
            [t(texts.address), line.ip ?? '—'],
            [t(texts.device), deviceOf(line.userAgent) ?? line.userAgent ?? '—'],
            [
              t(texts.correlation),
              <CopyText key="correlation" text={line.correlationId} name={t(texts.correlation)} />,
            ],
          ]}
        />
      </Section>
      <Section title={t(texts.changes)} flush={line.changes.length > 0}>
        {line.changes.length === 0 ? <Quiet>{t(texts.noChanges)}</Quiet> : <Changes line={line} />}
      </Section>
    </Page>
  )
}

function Changes({ line }: { line: Line }) {
  const t = useText()
  return (
    <DataTable
      label={t(texts.changes)}
      columns={[
        { id: 'field', header: t(texts.field), cell: ({ field }) => <span className="mono">{field}</span> },
        { id: 'before', header: t(texts.before), cell: ({ before }) => before ?? '—' },
        { id: 'after', header: t(texts.after), cell: ({ after }) => after ?? '—' },
      ]}
      rows={line.changes}
      rowKey={({ field }) => field}
      card={({ field, before, after }) => (
        <RowCard
          title={<span className="mono">{field}</span>}
          note={before ?? '—'}
          noteAside={after ?? '—'}
        />
      )}
    />
  )
}
