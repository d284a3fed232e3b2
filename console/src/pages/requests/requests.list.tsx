import { IconApi } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { defineList, ID_COLUMN } from '../../api/define-list.ts'
import type { RequestFieldsFragment } from '../../api/generated/graphql.ts'
import { YES_NO } from '../../lib/export-file.ts'
import { MERCHANT_FILTER } from '../../lib/export-filter.ts'
import { exports } from '../../lib/i18n/exports.ts'
import { actorName, auditActor } from '../../lib/i18n/people/audit.ts'
import { parseRequestSearch } from './search.ts'
import { useText } from '../../ui/preferences.tsx'
import { When } from '../../ui/values/When.tsx'
import { requestsQuery } from './queries.ts'
import { errorName, idempotencyResult, requests as texts } from './texts.ts'

const page = getRouteApi('/app/requests')

/** The calls of the merchant API, newest first: all calls, or only those that failed. */
export const requestsList = (onlyFailed: boolean) =>
  defineList({
    name: 'requests',
    title: texts.title,
    ...requestsQuery,
    filters: {
      ...MERCHANT_FILTER,
      apiKeyId: [texts.keyId],
      correlationId: [texts.correlation],
      route: [texts.route],
      status: [texts.status],
      code: [texts.code],
      failed: [texts.failed, YES_NO],
      from: [exports.from],
      to: [exports.until],
    },
    columns: [
      {
        header: texts.route,
        cell: (row) => <RequestLink row={row} />,
        card: 'title',
        exports: ['route'],
      },
      { header: texts.status, cell: ({ status }) => status, card: 'aside', exports: ['status'] },
      {
        header: texts.code,
        cell: (row) => (row.code === null ? '—' : <ErrorCell row={row} code={row.code} />),
        card: { slot: 'note', cell: (row) => row.code !== null && <ErrorCell row={row} code={row.code} /> },
        exports: ['code'],
      },
      { header: texts.reason, exports: ['reason'] },
      {
        header: texts.merchant,
        cell: ({ merchant }) => merchant?.name ?? '—',
        card: { slot: 'note', label: true, cell: ({ merchant }) => merchant && merchant.name },
        exports: ['merchant'],
      },
      {
        header: texts.when,
        cell: ({ startedAt }) => <When at={startedAt} precision="second" />,
        card: 'note',
        exports: ['started_at'],
      },
      {
        header: texts.key,
        wide: true,
        cell: ({ apiKeyName }, t) => (apiKeyName === null ? '—' : t(actorName(apiKeyName))),
        card: {
          slot: 'note',
          label: true,
          cell: ({ apiKeyName }, t) => apiKeyName !== null && t(actorName(apiKeyName)),
        },
        exports: [{ id: 'key', words: auditActor }],
      },
      { header: texts.parameters, exports: ['parameters'] },
      { header: texts.durationMs, exports: ['duration_ms'] },
      { header: texts.idempotency, exports: [{ id: 'idempotency', words: idempotencyResult }] },
      { header: texts.fields, exports: ['fields'] },
      ID_COLUMN,
    ],
    empty: {
      icon: IconApi,
      title: onlyFailed ? texts.noFailures : texts.emptyTitle,
      body: onlyFailed ? texts.noFailuresBody : texts.emptyBody,
    },
  })

/** Link that opens the call in the drawer. */
function RequestLink({ row }: { row: RequestFieldsFragment }) {
  const search = parseRequestSearch(page.useSearch())
  return (
    <page.Link to="/requests" search={{ ...search, request: row.id }} className="mono reference">
      {row.method} {row.route}
    </page.Link>
  )
}

/** The error of a failed call, with the violated rule or the paths of the invalid fields. */
function ErrorCell({ row, code }: { row: RequestFieldsFragment; code: string }) {
  const t = useText()
  const details = row.reason ?? row.fields.map(({ path }) => path).join(', ')
  return (
    <>
      {t(errorName(code, row.reason))}
      {details !== '' && <div className="mono faint">{details}</div>}
    </>
  )
}
