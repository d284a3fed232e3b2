import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { cases as texts, dispute as disputes, disputeStatus, disputeResult, caseException } from './texts.ts'
import { disputePolicyName } from '../../lib/i18n/finance/terms.ts'
import {
  CaseDocument,
  CasesDocument,
  type CaseFieldsFragment,
  type CaseQuery,
} from '../../api/generated/graphql.ts'
import { useAdjacentRows } from '../../api/list.ts'
import { useRefusal } from '../../api/me.ts'
import { useMerchantId } from '../../api/merchants.ts'
import { gqlQuery } from '../../api/query.ts'
import { disputeNature, caseColumns, evidenceTimes } from '../../lib/i18n/finance/cases.ts'
import { isFailedRefund, isPartlyReturned } from '../../lib/i18n/finance/case-status.ts'
import { caseKind } from '../../lib/i18n/status.ts'
import { Problem } from '../../lib/problem.ts'
import { aboutSearch } from '../../lib/search/audit-search.ts'
import { AuditLink } from '../../shared/AuditLink.tsx'
import { MerchantLink } from '../../shared/links/MerchantLink.tsx'
import { RecordNotFound } from '../../shared/RecordNotFound.tsx'
import { PreviousNextLinks } from '../../shared/PreviousNextLinks.tsx'
import { Callout } from '../../ui/Callout.tsx'
import { CopyText } from '../../ui/values/CopyText.tsx'
import { DetailList } from '../../ui/lists/DetailList.tsx'
import { Loaded } from '../../ui/lists/Loaded.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { Page, Section } from '../../ui/Page.tsx'
import { useText } from '../../ui/preferences.tsx'
import { BlocksSkeleton } from '../../ui/lists/Skeletons.tsx'
import { CaseStatusBadge, DeadlineBadge } from '../../shared/StatusBadge.tsx'
import { When } from '../../ui/values/When.tsx'
import { DisputeEvidence } from './DisputeEvidence.tsx'
import { CaseActions } from './CaseActions.tsx'
import { CaseSummary } from './CaseSummary.tsx'
import classes from './CasePage.module.css'

type Case = CaseQuery['financialCase']
type Dispute = NonNullable<Case['dispute']>

const POLL_MS = 5000

const route = getRouteApi('/app/merchant/cases/$caseId')

export function CasePage() {
  const t = useText()
  const { caseId: id } = route.useParams()
  const merchantId = useMerchantId()
  const query = useQuery({ ...gqlQuery(CaseDocument, { merchantId, id }), refetchInterval: POLL_MS })
  if (query.error instanceof Problem && query.error.code === 'not_found')
    return (
      <RecordNotFound
        title={t(texts.missingTitle)}
        back={<Link to="/cases">{t(texts.title)}</Link>}
      ></RecordNotFound>
    )
  return (
    <Loaded fullPage query={query} skeleton={<BlocksSkeleton heights={[70, 260, 320]} />}>
      {({ financialCase }) => <CaseView row={financialCase} />}
    </Loaded>
  )
}

function CaseView({ row }: { row: Case }) {
  const t = useText()
  const exception = row.exception === null ? null : caseException[row.exception]
  return (
    <Page
      title={t(caseKind[row.kind])}
      id={row.id}
      crumb={<Crumb id={row.id} />}
      heading={
        <div className={classes.heading}>
          <h1 className={classes.title}>{t(caseKind[row.kind])}</h1>
          <Money cents={row.amountCents} size="lg" />
          <CaseStatusBadge row={row} size="md" />
          <CaseSummary row={row} />
        </div>
      }
      actions={<CaseActions row={row} />}
    >
      {row.exception !== null && (
        <Callout tone="warning" title={t(texts.waits)}>
          {exception ? t(exception) : row.exception}
        </Callout>
      )}
      {isFailedRefund(row) && <FailedRefund />}
      <div className={classes.columns}>
        <div className={classes.column}>
          <Section title={t(texts.money)}>
            <DetailList
              items={[
                [t(texts.amount), <Money key="amount" cents={row.amountCents} />],
                ...amountUnlessZero(t(texts.heldMerchant), row.heldCents),
                ...amountUnlessZero(t(texts.heldPayer), row.heldPayerCents),
                ...amountUnlessZero(t(texts.short), row.shortCents),
                ...partOf(row, t),
              ]}
            />
          </Section>
          {row.dispute && <DisputeFacts row={row} dispute={row.dispute} />}
        </div>
        <CaseFacts row={row} />
      </div>
    </Page>
  )
}

/** Says that the payer got nothing, and how to request the refund again or which role may. */
function FailedRefund() {
  const t = useText()
  const refusal = useRefusal('refund.request')
  return (
    <Callout tone="danger" title={t(texts.unpaid)}>
      {t(texts.requestAgain)}
      {refusal && <div>{t(refusal)}</div>}
    </Callout>
  )
}

const amountUnlessZero = (name: string, cents: string) =>
  BigInt(cents) === 0n ? [] : [[name, <Money key={name} cents={cents} />] as const]

/** Returns the two parts of the amount of a dispute of which the payer got only a part back. */
function partOf(row: Case, t: ReturnType<typeof useText>) {
  if (row.dispute === null || !isPartlyReturned(row)) return []
  const { returnedCents } = row.dispute
  const restCents = BigInt(row.amountCents) - BigInt(returnedCents)
  return [
    [t(texts.returned), <Money key="returned" cents={returnedCents} />] as const,
    [t(texts.notReturned), <Money key="rest" cents={restCents} />] as const,
  ]
}

function Crumb({ id }: { id: string }) {
  const t = useText()
  const adjacent = useAdjacentRows<CaseFieldsFragment>(CasesDocument, id)
  return (
    <>
      <Link to="/cases">{t(texts.title)}</Link>
      <PreviousNextLinks
        adjacent={adjacent}
        link={(row) => ({
          to: '/cases/$caseId',
          params: { caseId: row.id },
          search: { of: row.merchantId },
        })}
      />
    </>
  )
}

function DisputeFacts({ row, dispute }: { row: Case; dispute: Dispute }) {
  const t = useText()
  const nature = disputeNature[dispute.nature]
  const state = dispute.result === null ? disputeStatus[dispute.status] : disputeResult[dispute.result]
  return (
    <>
      <Section title={t(disputes.title)}>
        <DetailList
          items={[
            [t(texts.status), t(state)],
            [t(disputes.nature), nature ? t(nature) : dispute.nature],
            [
              t(disputes.origin),
              t(dispute.origin === 'staff' ? disputes.originStaff : disputes.originNetwork),
            ],
            [t(disputes.policy), t(disputePolicyName[dispute.policy])],
            [t(disputes.description), dispute.description ?? '—'],
            [
              t(evidenceTimes.deadline),
              <span key="until">
                <When at={answerUntilOf(dispute)} /> <DeadlineBadge dispute={dispute} />
              </span>,
            ],
            [t(disputes.decided), <When key="decided" at={dispute.decidedAt} />],
            ...(dispute.decidedCents === null
              ? []
              : [
                  [t(disputes.decidedAmount), <Money key="accepted" cents={dispute.decidedCents} />] as const,
                ]),
            [t(disputes.returned), <Money key="returned" cents={dispute.returnedCents} />],
          ]}
        />
      </Section>
      <DisputeEvidence row={row} dispute={dispute} />
    </>
  )
}

/**
 * Returns the deadline for the merchant's evidence. A dispute has no deadline if the network had already decided the
 * dispute when the service learned of the dispute.
 */
const answerUntilOf = (dispute: Dispute) =>
  dispute.origin === 'network' && dispute.status !== 'open' ? null : dispute.answerUntil

function CaseFacts({ row }: { row: Case }) {
  const t = useText()
  return (
    <Section title={t(texts.details)}>
      <DetailList
        items={[
          [t(texts.merchant), <MerchantLink key="merchant" merchant={row.merchant} />],
          [
            t(texts.charge),
            row.chargeId === null ? (
              '—'
            ) : (
              <Link key="charge" to="/charges/$chargeId" params={{ chargeId: row.chargeId }}>
                {row.orderReference}
              </Link>
            ),
          ],
          [t(texts.payer), row.payerName ?? '—'],
          [t(caseColumns.opened), <When key="opened" at={row.openedAt} />],
          [t(texts.closed), <When key="closed" at={row.closedAt} />],
          [
            t(texts.endToEnd),
            row.endToEndId === null ? '—' : <CopyText text={row.endToEndId} name={t(texts.endToEnd)} />,
          ],
          [t(texts.id), <CopyText key="id" text={row.id} name={t(texts.id)} />],
        ]}
      />
      <AuditLink merchantId={row.merchantId} search={aboutSearch([row.id])} />
    </Section>
  )
}
