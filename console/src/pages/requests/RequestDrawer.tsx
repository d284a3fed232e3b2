import { Drawer } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { RequestFieldsFragment } from '../../api/generated/graphql.ts'
import { common } from '../../lib/i18n/common.ts'
import { actorName, named } from '../../lib/i18n/people/audit.ts'
import { MerchantLink } from '../../shared/links/MerchantLink.tsx'
import type { Column } from '../../ui/lists/column.ts'
import { DetailList } from '../../ui/lists/DetailList.tsx'
import { Loaded } from '../../ui/lists/Loaded.tsx'
import { RowsSkeleton } from '../../ui/lists/Skeletons.tsx'
import { TableSection } from '../../ui/lists/TableSection.tsx'
import { useText } from '../../ui/preferences.tsx'
import { CopyText } from '../../ui/values/CopyText.tsx'
import { When } from '../../ui/values/When.tsx'
import { requestQuery } from './queries.ts'
import { errorName, idempotencyResult, requests as texts } from './texts.ts'

const columns: readonly Column<RequestFieldsFragment['fields'][number]>[] = [
  { header: texts.field, cell: ({ path }) => <span className="mono">{path}</span>, card: 'title' },
  { header: texts.fault, cell: ({ code }) => <span className="mono">{code}</span>, card: 'aside' },
]

/** A drawer that shows a call of the merchant API, with its invalid fields. */
export function RequestDrawer(props: { opened: boolean; id: string | undefined; onClose: () => void }) {
  const t = useText()
  const { id } = props
  return (
    <Drawer
      opened={props.opened}
      onClose={props.onClose}
      position="right"
      size="xl"
      title={t(texts.details)}
      closeButtonProps={{ 'aria-label': t(common.close) }}
    >
      {id !== undefined && <RequestView key={id} id={id} />}
    </Drawer>
  )
}

function RequestView({ id }: { id: string }) {
  const t = useText()
  return (
    <Loaded query={useQuery(requestQuery(id))} skeleton={<RowsSkeleton rows={5} />}>
      {({ requests }) => {
        const [request] = requests.nodes
        return request ? <RequestFacts request={request} /> : t(texts.emptyTitle)
      }}
    </Loaded>
  )
}

function RequestFacts({ request }: { request: RequestFieldsFragment }) {
  const t = useText()
  const { merchant, idempotency, apiKeyName } = request
  return (
    <>
      <DetailList
        items={[
          [t(texts.route), `${request.method} ${request.route}`],
          [t(texts.status), String(request.status)],
          [t(texts.code), request.code === null ? '—' : t(errorName(request.code, request.reason))],
          [t(texts.reason), request.reason ?? '—'],
          [t(texts.when), <When key="when" at={request.startedAt} />],
          [t(texts.duration), `${request.durationMs} ms`],
          [t(texts.merchant), merchant === null ? '—' : <MerchantLink key="merchant" merchant={merchant} />],
          [t(texts.key), apiKeyName === null ? '—' : t(actorName(apiKeyName))],
          [t(texts.parameters), request.queryNames.length === 0 ? '—' : request.queryNames.join(', ')],
          [t(texts.idempotency), idempotency === null ? '—' : t(named(idempotencyResult, idempotency))],
          [
            t(texts.correlation),
            <CopyText key="correlation" text={request.id} name={t(texts.correlation)} />,
          ],
        ]}
      />
      <TableSection
        title={texts.fields}
        columns={columns}
        rows={request.fields}
        rowKey={({ path, code }) => `${path} ${code}`}
        empty={texts.noFields}
      />
    </>
  )
}
