import { IconQuestionMark } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { payoutNext, payouts as texts } from './texts.ts'
import {
  PayoutDocument,
  PayoutsDocument,
  type PayoutFieldsFragment,
  type PayoutQuery,
} from '../../api/generated/graphql.ts'
import { useAdjacentRows } from '../../api/list.ts'
import { useMerchantId } from '../../api/merchants.ts'
import { gqlQuery } from '../../api/query.ts'
import { actorName } from '../../lib/i18n/people/audit.ts'
import { Problem } from '../../lib/problem.ts'
import { precisionToTellApart, type Precision } from '../../lib/time/when.ts'
import { MerchantLink } from '../../shared/links/MerchantLink.tsx'
import { JournalLines } from '../../shared/JournalLines.tsx'
import { PreviousNextLinks } from '../../shared/PreviousNextLinks.tsx'
import { CopyText } from '../../ui/values/CopyText.tsx'
import { DetailList } from '../../ui/lists/DetailList.tsx'
import { EmptyMessage } from '../../ui/lists/EmptyMessage.tsx'
import { Loaded } from '../../ui/lists/Loaded.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { Card, Page, Section } from '../../ui/Page.tsx'
import { useText } from '../../ui/preferences.tsx'
import { BlocksSkeleton } from '../../ui/lists/Skeletons.tsx'
import { PayoutStateBadge } from '../../shared/StatusBadge.tsx'
import { When } from '../../ui/values/When.tsx'
import { bankName } from './bank-name.ts'
import classes from './PayoutPage.module.css'
import { PayoutSummary } from './PayoutSummary.tsx'
import { PaidLines } from './PaidLines.tsx'
import { usePayoutName } from '../../shared/links/payout-name.ts'
import { PayoutActions } from './actions/PayoutActions.tsx'
import { recordDetails, type RecordDetail } from './record-details.ts'
import { Remaining } from './Remaining.tsx'
import { SuspensionBanner } from './SuspensionBanner.tsx'

type Payout = PayoutQuery['payout']

const POLL_MS = 5000

const isChanging = (payout: Payout | undefined): boolean =>
  payout?.state === 'reserved' || (payout?.state === 'paid' && payout.totals === null)

const route = getRouteApi('/app/merchant/payouts/$payoutId')

export function PayoutPage() {
  const t = useText()
  const { payoutId: id } = route.useParams()
  const merchantId = useMerchantId()
  const query = useQuery({
    ...gqlQuery(PayoutDocument, { merchantId, id }),
    // Poll while the payout can still change: while it is reserved, and while a paid payout has no lines yet.
    refetchInterval: ({ state: { data } }) => isChanging(data?.payout) && POLL_MS,
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
  const records = recordDetails(payout)
  const precision = precisionToTellApart(records.map((detail) => ('at' in detail ? detail.at : null)))
  return (
    <Page
      title={nameOf(payout)}
      id={payout.id}
      crumb={<Crumb id={payout.id} />}
      heading={<Heading payout={payout} />}
      actions={<PayoutActions payout={payout} />}
    >
      {payout.state === 'reserved' ? (
        <Remaining payout={payout} />
      ) : (
        <SuspensionBanner merchantId={payout.merchantId} />
      )}
      {(payout.state === 'paid' || payout.state === 'reserved') && <PayoutSummary payout={payout} />}
      <Section title={t(texts.details)}>
        <DetailList
          items={[
            [t(texts.merchant), <MerchantLink key="merchant" merchant={payout.merchant} />],
            ...(payout.state === 'reserved'
              ? []
              : [[t(texts.nextStep), t(payoutNext[payout.state])] as const]),
            [t(texts.paidAt), <When key="paid" at={payout.paidAt} />],
            ...records.map((detail) => [t(detail.name), recordValue(detail, { t, precision })] as const),
            [t(texts.bankAccount), t(bankName(payout.bankAccount))],
            [t(texts.note), payout.note ?? '—'],
            [t(texts.id), <CopyText key="id" text={payout.id} name={t(texts.id)} />],
          ]}
        />
      </Section>
      {(payout.state === 'paid' || payout.state === 'reserved') && <PaidLines payout={payout} />}
      <JournalLines lines={payout.journalLines} title={texts.lines} empty={texts.noLines} date="postedAt" />
    </Page>
  )
}

/** Renders a time or an author of the payout. Returns a dash if the audit log does not contain the value. */
function recordValue(
  detail: RecordDetail,
  { t, precision }: { t: ReturnType<typeof useText>; precision: Precision },
): ReactNode {
  if ('at' in detail) return <When at={detail.at} precision={precision} />
  return detail.by === null ? '—' : t(actorName(detail.by))
}

function Heading({ payout }: { payout: Payout }) {
  const nameOf = usePayoutName()
  return (
    <div className={classes.heading}>
      <div className={classes.headline}>
        <Money cents={payout.amountCents} size="xl" />
        <PayoutStateBadge state={payout.state} size="md" />
      </div>
      <h1 className={classes.reference}>{nameOf(payout)}</h1>
      <span className="faint">{payout.merchant.name}</span>
    </div>
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
          search: { of: row.merchantId },
        })}
      />
    </>
  )
}
