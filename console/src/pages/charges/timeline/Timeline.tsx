import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconBell,
  IconBook2,
  IconCoin,
  IconGavel,
  IconQrcode,
  IconTruckDelivery,
  type Icon,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useCan } from '../../../api/me.ts'
import { Section } from '../../../ui/Page.tsx'
import { useText } from '../../../ui/preferences.tsx'
import { Money } from '../../../ui/values/Money.tsx'
import { MutedText } from '../../../ui/values/MutedText.tsx'
import { When } from '../../../ui/values/When.tsx'
import type { ChargeDetail } from '../charge.query.ts'
import {
  actorText,
  detailText,
  notificationLines,
  timeline as texts,
  timelineTitle,
} from './timeline-texts.ts'
import { timelineFamily, type TimelineFamily } from './timeline.ts'
import classes from './Timeline.module.css'

type Item = ChargeDetail['timeline'][number]

const ICONS: Record<TimelineFamily, Icon> = {
  charge: IconQrcode,
  payment: IconCoin,
  journal: IconBook2,
  refund: IconArrowBackUp,
  case: IconGavel,
  payout: IconTruckDelivery,
  event: IconBell,
  failure: IconAlertTriangle,
}

/** The facts about the charge, newest first, one line for each. */
export function Timeline({ charge }: { charge: ChargeDetail }) {
  const t = useText()
  // toSorted is stable, so simultaneous items keep the order of the server.
  const newestFirst = charge.timeline.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at)).toReversed()
  return (
    <Section title={t(texts.title)}>
      {newestFirst.length === 0 ? (
        <MutedText>{t(texts.empty)}</MutedText>
      ) : (
        <ol className={classes.timeline} aria-label={t(texts.title)}>
          {newestFirst.map((item, index) => (
            <TimelineRow key={`${item.at} ${item.kind} ${index}`} item={item} charge={charge} />
          ))}
        </ol>
      )}
    </Section>
  )
}

function TimelineRow({ item, charge }: { item: Item; charge: ChargeDetail }) {
  const t = useText()
  const family = timelineFamily(item.kind)
  const IconComponent = ICONS[family]
  const detail = detailText(item)
  return (
    <li className={classes.item}>
      <span className={classes.icon} data-family={family}>
        <IconComponent size={14} stroke={2} aria-hidden />
      </span>
      <div className={classes.text}>
        <span className={classes.title}>
          {t(timelineTitle(item.kind, charge.status))}
          {item.amountCents !== null && (
            <>
              {' '}
              <Money cents={item.amountCents} />
            </>
          )}
        </span>
        <span className={classes.detail}>
          {item.actor !== null && <span>{t(actorText(item.actor))}</span>}
          {detail !== null && <span>{t(detail)}</span>}
          <RecordLinks item={item} merchantId={charge.merchantId} />
        </span>
        {item.notification !== null && <NotificationLines notification={item.notification} />}
      </div>
      <span className={classes.at}>
        <When at={item.at} precision="second" />
      </span>
    </li>
  )
}

/** The lines about the webhooks of a fact. */
function NotificationLines({ notification }: { notification: NonNullable<Item['notification']> }) {
  const t = useText()
  return notificationLines(notification).map((line) => (
    <span key={t(line.text)} className={classes.notification}>
      {t(line.text)}
      {line.at !== null && (
        <>
          {' · '}
          <When at={line.at} precision="second" />
        </>
      )}
    </span>
  ))
}

/** Links to the records of a fact, as far as the person may read them. */
function RecordLinks({
  item: { journalId, caseId, payoutId },
  merchantId,
}: {
  item: Item
  merchantId: string
}) {
  const t = useText()
  const search = { of: merchantId }
  const canReadStatement = useCan('statement.read')
  const canReadPayouts = useCan('payout.read')
  const canReadCases = useCan('case.read')
  return (
    <>
      {journalId !== null && canReadStatement && (
        <Link to="/statement" search={{ merchant: merchantId, entry: journalId }}>
          {t(texts.entry)}
        </Link>
      )}
      {caseId !== null && canReadCases && (
        <Link to="/cases/$caseId" params={{ caseId }} search={search}>
          {t(texts.case)}
        </Link>
      )}
      {payoutId !== null && canReadPayouts && (
        <Link to="/payouts/$payoutId" params={{ payoutId }} search={search}>
          {t(texts.payout)}
        </Link>
      )}
    </>
  )
}
