import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
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
import { named } from '../../lib/i18n/people/audit.ts'
import { common } from '../../lib/i18n/common.ts'
import { MerchantLink } from '../../shared/links/MerchantLink.tsx'
import { RecordNotFound } from '../../shared/RecordNotFound.tsx'
import { PreviousNextLinks } from '../../shared/PreviousNextLinks.tsx'
import { CopyText } from '../../ui/values/CopyText.tsx'
import type { Column } from '../../ui/lists/column.ts'
import { DataTable } from '../../ui/lists/DataTable.tsx'
import { DetailList } from '../../ui/lists/DetailList.tsx'
import { Loaded } from '../../ui/lists/Loaded.tsx'
import { Page, Section } from '../../ui/Page.tsx'
import { usePreferences, useText } from '../../ui/preferences.tsx'
import { BlocksSkeleton } from '../../ui/lists/Skeletons.tsx'
import { TableSection } from '../../ui/lists/TableSection.tsx'
import { When } from '../../ui/values/When.tsx'
import classes from './AuditPage.module.css'
import { ActorLink, sentenceText } from './AuditSentence.tsx'
import { deviceText } from './device-text.ts'
import { fieldName, formatValue, namedChanges } from './changes.ts'
import { TargetLink } from './TargetLink.tsx'

type Change = Entry['changes'][number]

const columns: readonly Column<Change>[] = [
  { header: texts.field, cell: ({ field }, t) => t(fieldName(field) ?? [field, field]), card: 'title' },
  {
    header: texts.before,
    cell: (row) => <Before row={row} />,
    card: { slot: 'note', label: true },
  },
  {
    header: texts.after,
    cell: (row) => <After row={row} />,
    card: { slot: 'noteAside', label: true },
  },
]

const rawColumns: readonly Column<Change>[] = [
  { header: texts.field, cell: ({ field }) => <span className="mono">{field}</span>, card: 'title' },
  { header: texts.before, cell: ({ before }) => before ?? '—', card: { slot: 'note', label: true } },
  { header: texts.after, cell: ({ after }) => after ?? '—', card: { slot: 'noteAside', label: true } },
]

type Entry = NonNullable<AuditEntryQuery['auditEntry']>

const route = getRouteApi('/app/audit/$entryId')

/** The page of one entry of the audit log. */
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
  const { zone } = usePreferences()
  const role = Object.entries(roles).find(([name]) => name === entry.role)?.[1]
  return (
    <Page title={t(sentenceText(entry, zone))} id={entry.id} crumb={<Crumb id={entry.id} />}>
      <TableSection
        title={texts.changes}
        columns={columns}
        rows={namedChanges(entry.changes)}
        rowKey={({ field }) => field}
        empty={texts.noChanges}
      />
      <Section title={t(texts.details)}>
        <DetailList
          items={[
            [t(texts.action), t(named(auditAct, entry.action))],
            [t(texts.when), <When key="when" at={entry.occurredAt} precision="second" />],
            [t(texts.who), <ActorLink key="who" row={entry} />],
            [t(texts.role), role ? t(role) : (entry.role ?? '—')],
            [t(texts.target), <TargetLink key="target" entry={entry} />],
            [
              t(texts.merchant),
              entry.merchant ? <MerchantLink key="merchant" merchant={entry.merchant} /> : '—',
            ],
            [t(common.reason), entry.reason ?? '—'],
            [t(texts.address), entry.ip ?? '—'],
            [t(texts.device), t(deviceText(entry))],
          ]}
        />
      </Section>
      <RawRecord entry={entry} />
    </Page>
  )
}

/**
 * The codes and values of an entry in the form in which the audit log stores them. The page shows them only after the
 * person has pressed a button.
 */
function RawRecord({ entry }: { entry: Entry }) {
  const t = useText()
  const [shown, raw] = useDisclosure(false)
  return (
    <div className={classes.raw}>
      <Button size="xs" variant="default" aria-expanded={shown} onClick={raw.toggle}>
        {t(shown ? texts.hideRaw : texts.showRaw)}
      </Button>
      {shown && (
        <>
          <Section title={t(texts.raw)}>
            <DetailList
              items={[
                [
                  t(texts.actionCode),
                  <span key="action" className="mono">
                    {entry.action}
                  </span>,
                ],
                [
                  t(texts.actorCode),
                  <span key="actor" className="mono">
                    {entry.actor}
                  </span>,
                ],
                [
                  t(texts.targetCode),
                  <span key="target" className="mono">{`${entry.targetType} ${entry.targetId ?? '—'}`}</span>,
                ],
                [
                  t(texts.correlation),
                  <CopyText key="correlation" text={entry.correlationId} name={t(texts.correlation)} />,
                ],
              ]}
            />
          </Section>
          {entry.changes.length > 0 && (
            <Section title={t(texts.rawValues)} flush>
              <DataTable
                label={t(texts.rawValues)}
                columns={rawColumns}
                rows={entry.changes}
                rowKey={({ field }) => field}
              />
            </Section>
          )}
        </>
      )}
    </div>
  )
}

function Before({ row }: { row: Change }) {
  return <Value field={row.field} value={row.before} name={row.beforeName} />
}

function After({ row }: { row: Change }) {
  return <Value field={row.field} value={row.after} name={row.afterName} />
}

/** A recorded value, written in words. */
function Value({ field, value, name }: { field: string; value: string | null; name: string | null }) {
  const { language, zone } = usePreferences()
  return value === null ? '—' : (name ?? formatValue(field, value, { language, zone }))
}
