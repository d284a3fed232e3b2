import { IconAlertTriangle, IconArrowBackUp, IconClock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import {
  ChargesDocument,
  type ChargeAttention,
  type ChargeRowFragment,
} from '../../../api/generated/graphql.ts'
import { useAdjacentRows } from '../../../api/list.ts'
import { needsAction } from '../needs-action.ts'
import { attentionText, charges } from '../texts.ts'
import { charge as texts } from './charge-texts.ts'
import { RecordNotFound } from '../../../shared/RecordNotFound.tsx'
import { PreviousNextLinks } from '../../../shared/PreviousNextLinks.tsx'
import { Badge } from '../../../ui/values/Badge.tsx'
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
import { ChargeBanners } from './ChargeBanners.tsx'
import { ChargeCases } from './ChargeCases.tsx'
import { ChargeFacts } from './ChargeFacts.tsx'
import classes from './ChargePage.module.css'
import { EventList } from './EventList.tsx'
import { MoneyBreakdown } from '../money/MoneyBreakdown.tsx'
import { Payments } from '../money/Payments.tsx'
import { Proceeds } from '../money/Proceeds.tsx'
import { Refunds } from '../money/Refunds.tsx'
import { Timeline } from '../timeline/Timeline.tsx'
import { PixCode } from './PixCode.tsx'
import { RawEntries } from './RawEntries.tsx'

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
      subject={t(texts.title(chargeId))}
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
      <ChargeBanners charge={charge} />
      <div className={classes.columns}>
        <div className={classes.column}>
          <MoneyBreakdown charge={charge} />
          <Proceeds charge={charge} />
          <Payments charge={charge} />
          <Refunds charge={charge} />
          <ChargeCases rows={charge.cases} />
          <Timeline charge={charge} />
          <EventList events={charge.events} />
          <RawEntries charge={charge} />
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
        <span aria-live="polite" className={classes.badges}>
          <AttentionBadges charge={charge} />
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

/** The reasons for action that the badge shows in red. */
const DANGERS: ReadonlySet<ChargeAttention> = new Set(['dispute_open', 'return_failed', 'refund_failed'])

/** The badges before the status of the charge: why the charge needs attention, the most urgent reason first. */
function AttentionBadges({ charge }: { charge: ChargeDetail }) {
  const t = useText()
  return charge.attention.map((reason) => {
    const tone = !needsAction(reason) ? 'info' : DANGERS.has(reason) ? 'danger' : 'warning'
    const calmIcon = reason === 'late_payment' ? IconClock : IconArrowBackUp
    return (
      <Badge key={reason} tone={tone} size="md" icon={tone === 'info' ? calmIcon : IconAlertTriangle}>
        {t(attentionText(reason, charge.status))}
      </Badge>
    )
  })
}
