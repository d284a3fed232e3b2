import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ChargesDocument, type ChargeRowFragment } from '../../../api/generated/graphql.ts'
import { useAdjacentRows } from '../../../api/list.ts'
import { charge as texts, charges } from '../texts.ts'
import { RecordNotFound } from '../../../shared/RecordNotFound.tsx'
import { JournalLines } from '../../../shared/JournalLines.tsx'
import { PreviousNextLinks } from '../../../shared/PreviousNextLinks.tsx'
import { Callout } from '../../../ui/Callout.tsx'
import { CopyIcon } from '../../../ui/values/CopyText.tsx'
import { LiveDot } from '../../../ui/values/LiveDot.tsx'
import { Loaded } from '../../../ui/lists/Loaded.tsx'
import { Money } from '../../../ui/values/Money.tsx'
import { Page } from '../../../ui/Page.tsx'
import { useText } from '../../../ui/preferences.tsx'
import { BlocksSkeleton } from '../../../ui/lists/Skeletons.tsx'
import { ChargeStatusBadge } from '../../../shared/StatusBadge.tsx'
import { chargeQuery, isInProgress, pollMs, type ChargeDetail } from '../charge.query.ts'
import { ChargeActions } from '../actions/ChargeActions.tsx'
import { ChargeCases } from './ChargeCases.tsx'
import { ChargeFacts } from './ChargeFacts.tsx'
import classes from './ChargePage.module.css'
import { EventList } from './EventList.tsx'
import { MoneyBreakdown } from './MoneyBreakdown.tsx'
import { Payments } from './Payments.tsx'
import { PixCode } from './PixCode.tsx'
import { Refunds } from './Refunds.tsx'
import { Timeline } from './Timeline.tsx'
import { ReconciliationCallouts } from './ReconciliationCallouts.tsx'

const route = getRouteApi('/app/charges/$chargeId')

export function ChargePage() {
  const t = useText()
  const { chargeId } = route.useParams()
  const query = useQuery({
    ...chargeQuery(chargeId),
    refetchInterval: ({ state }) => pollMs(state.data?.charge),
  })
  const missing = (
    <RecordNotFound title={t(texts.missingTitle)} back={<Link to="/charges">{t(charges.title)}</Link>}>
      {t(texts.missingBody)}
    </RecordNotFound>
  )
  return (
    <Loaded
      fullPage
      missing={missing}
      query={query}
      skeleton={<BlocksSkeleton heights={[84, 150, 320, 220]} />}
    >
      {({ charge }) => (charge ? <Charge charge={charge} /> : missing)}
    </Loaded>
  )
}

function Charge({ charge }: { charge: ChargeDetail }) {
  const t = useText()
  return (
    <Page
      title={t(texts.title(charge.orderReference))}
      id={charge.id}
      crumb={<Crumb id={charge.id} />}
      heading={<Heading charge={charge} />}
      actions={
        <>
          {isInProgress(charge) && <LiveDot />}
          <ChargeActions charge={charge} />
        </>
      }
    >
      {charge.failureMessage !== null && (
        <Callout tone="danger" title={t(texts.failed)}>
          {charge.failureMessage}
        </Callout>
      )}
      {charge.latePayment && <Callout tone="warning" title={t(texts.late)} />}
      <ReconciliationCallouts charge={charge} />
      <div className={classes.columns}>
        <div className={classes.column}>
          <MoneyBreakdown charge={charge} />
          <Timeline items={charge.timeline} />
          <Payments payments={charge.payments} />
          <Refunds refunds={charge.refunds} />
          <ChargeCases rows={charge.cases} />
          <JournalLines
            lines={charge.journalLines}
            title={texts.journal}
            empty={texts.journalEmpty}
            date="economicAt"
          />
          <EventList events={charge.events} />
        </div>
        <div className={classes.column}>
          <PixCode charge={charge} />
          <ChargeFacts charge={charge} />
        </div>
      </div>
    </Page>
  )
}

function Crumb({ id }: { id: string }) {
  const t = useText()
  const adjacent = useAdjacentRows<ChargeRowFragment>(ChargesDocument, id)
  return (
    <>
      <Link to="/charges">{t(charges.title)}</Link>
      <PreviousNextLinks
        adjacent={adjacent}
        link={(row) => ({ to: '/charges/$chargeId', params: { chargeId: row.id } })}
      />
    </>
  )
}

function Heading({ charge }: { charge: ChargeDetail }) {
  const t = useText()
  return (
    <div className={classes.heading}>
      <div className={classes.headline}>
        <Money cents={charge.amountCents} size="xl" />
        <span aria-live="polite">
          <ChargeStatusBadge status={charge.status} size="md" />
        </span>
      </div>
      <div className={classes.order}>
        <h1 className={classes.reference}>{charge.orderReference}</h1>
        <CopyIcon text={charge.orderReference} name={t(texts.order)} />
        <span className="faint">{charge.merchant.name}</span>
      </div>
    </div>
  )
}
