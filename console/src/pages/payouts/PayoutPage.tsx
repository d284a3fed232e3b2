import { IconQuestionMark } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import {
  PayoutDocument,
  PayoutsDocument,
  type PayoutFieldsFragment,
  type PayoutQuery,
} from '../../api/generated/graphql.ts'
import { useAdjacentRows } from '../../api/list.ts'
import { useMerchantId } from '../../api/merchants.ts'
import { gqlQuery } from '../../api/query.ts'
import { actorName } from '../../lib/i18n/people/audit-acts.ts'
import { statement } from '../../lib/i18n/finance/finance.ts'
import { payouts as texts } from '../../lib/i18n/finance/payouts.ts'
import { Problem } from '../../lib/problem.ts'
import { EntryLink } from '../../shared/EntryLink.tsx'
import { PreviousNextLinks } from '../../shared/PreviousNextLinks.tsx'
import { CopyText } from '../../ui/values/CopyText.tsx'
import { DataTable, RowCard, type Column } from '../../ui/lists/DataTable.tsx'
import { DetailList } from '../../ui/lists/DetailList.tsx'
import { EmptyMessage } from '../../ui/lists/EmptyMessage.tsx'
import { Loaded } from '../../ui/lists/Loaded.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { Card, Page, Section } from '../../ui/Page.tsx'
import { useText } from '../../ui/preferences.tsx'
import { MutedText } from '../../ui/values/MutedText.tsx'
import { BlocksSkeleton } from '../../ui/lists/Skeletons.tsx'
import { PayoutStateBadge, PositionBadge } from '../../shared/StatusBadge.tsx'
import { When } from '../../ui/values/When.tsx'
import { bankName } from './bank-name.ts'
import { usePayoutName } from './payout-name.ts'
import { PayoutActions } from './PayoutActions.tsx'

type Payout = PayoutQuery['payout']
type Line = Payout['journalLines'][number]

const RESERVED_POLL_MS = 5000

const route = getRouteApi('/app/merchant/payouts/$payoutId')

export function PayoutPage() {
  const t = useText()
  const { payoutId: id } = route.useParams()
  const merchantId = useMerchantId()
  const query = useQuery({
    ...gqlQuery(PayoutDocument, { merchantId, id }),
    // Another person may settle or release a reserved payout.
    refetchInterval: ({ state: { data } }) => data?.payout.state === 'reserved' && RESERVED_POLL_MS,
  })
  if (query.error instanceof Problem && query.error.code === 'not_found')
    return (
      <Page title={t(texts.missingTitle)} heading={null}>
        <Card>
          <EmptyMessage fullPage icon={IconQuestionMark} title={t(texts.missingTitle)} />
        </Card>
      </Page>
    )
  return (
    <Loaded fullPage query={query} skeleton={<BlocksSkeleton heights={[60, 260, 180]} />}>
      {({ payout }) => <PayoutView payout={payout} />}
    </Loaded>
  )
}

function PayoutView({ payout }: { payout: Payout }) {
  const t = useText()
  const nameOf = usePayoutName()
  return (
    <Page
      title={nameOf(payout)}
      id={payout.id}
      crumb={<Crumb id={payout.id} />}
      actions={<PayoutActions payout={payout} />}
    >
      <Section title={t(texts.details)} aside={<PayoutStateBadge state={payout.state} size="md" />}>
        <DetailList
          items={[
            [t(texts.amount), <Money key="amount" cents={payout.amountCents} size="lg" />],
            [t(texts.merchant), payout.merchant.name],
            [t(texts.paidAt), <When key="paid" at={payout.paidAt} />],
            [t(texts.reservedAt), <When key="reserved" at={payout.reservedAt} />],
            [t(texts.created), <When key="created" at={payout.createdAt} />],
            [t(texts.createdBy), t(actorName(payout.createdBy))],
            [t(texts.bankAccount), bankName(payout.bankAccount)],
            [t(texts.note), payout.note ?? '—'],
            [t(texts.id), <CopyText key="id" text={payout.id} name={t(texts.id)} />],
          ]}
        />
      </Section>
      <Lines lines={payout.journalLines} />
    </Page>
  )
}

function Crumb({ id }: { id: string }) {
  const t = useText()
  const adjacent = useAdjacentRows<PayoutFieldsFragment>(PayoutsDocument, id)
  return (
    <>
      <Link to="/payouts">{t(texts.title)}</Link>
      <PreviousNextLinks
        adjacent={adjacent}
        link={(row) => ({
          to: '/payouts/$payoutId',
          params: { payoutId: row.id },
          search: { merchant: row.merchantId },
        })}
      />
    </>
  )
}

function Lines({ lines }: { lines: Line[] }) {
  const t = useText()
  const columns: Column<Line>[] = [
    { id: 'entry', header: t(statement.entry), cell: (line) => <EntryLink line={line} /> },
    {
      id: 'position',
      header: t(statement.position),
      cell: (line) => <PositionBadge position={line.position} />,
    },
    { id: 'posted', header: t(statement.postedAt), cell: (line) => <When at={line.postedAt} /> },
    {
      id: 'amount',
      header: t(statement.amount),
      align: 'end',
      cell: (line) => <Money cents={line.amountCents} movement />,
    },
  ]
  return (
    <Section title={t(texts.lines)} flush={lines.length > 0}>
      {lines.length === 0 ? (
        <MutedText>{t(texts.noLines)}</MutedText>
      ) : (
        <DataTable
          label={t(texts.lines)}
          columns={columns}
          rows={lines}
          rowKey={(line) => `${line.journalId}/${line.lineNo}`}
          card={(line) => (
            <RowCard
              title={<EntryLink line={line} />}
              aside={<Money cents={line.amountCents} movement />}
              note={<When at={line.postedAt} />}
              noteAside={<PositionBadge position={line.position} />}
            />
          )}
        />
      )}
    </Section>
  )
}
