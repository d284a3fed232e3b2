import {
  IconArrowBackUp,
  IconBell,
  IconBook2,
  IconCoin,
  IconGavel,
  IconQrcode,
  IconSend,
  IconUser,
  type Icon,
} from '@tabler/icons-react'
import { charge as texts } from '../texts.ts'
import { deliveryDetail, timelineTitle } from './timeline-texts.ts'
import { timelineFamily, type TimelineFamily } from './timeline.ts'
import { Section } from '../../../ui/Page.tsx'
import { useText } from '../../../ui/preferences.tsx'
import { MutedText } from '../../../ui/values/MutedText.tsx'
import { When } from '../../../ui/values/When.tsx'
import type { ChargeDetail } from '../charge.query.ts'
import classes from './Timeline.module.css'

type Item = ChargeDetail['timeline'][number]

const ICONS: Record<TimelineFamily, Icon> = {
  charge: IconQrcode,
  payment: IconCoin,
  journal: IconBook2,
  refund: IconArrowBackUp,
  case: IconGavel,
  event: IconBell,
  delivery: IconSend,
  staff: IconUser,
}

/** Everything that happened to the charge, newest first. */
export function Timeline({ items }: { items: Item[] }) {
  const t = useText()
  // toSorted is stable, so simultaneous items keep the order of the server.
  const newestFirst = items.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at)).toReversed()
  return (
    <Section title={t(texts.timeline)}>
      {items.length === 0 ? (
        <MutedText>{t(texts.timelineEmpty)}</MutedText>
      ) : (
        <ol className={classes.timeline} aria-label={t(texts.timeline)}>
          {newestFirst.map((item, index) => (
            <TimelineRow key={`${item.at} ${item.kind} ${index}`} item={item} />
          ))}
        </ol>
      )}
    </Section>
  )
}

function TimelineRow({ item }: { item: Item }) {
  const t = useText()
  const family = timelineFamily(item)
  const IconComponent = ICONS[family]
  const detail = item.deliveryId === null ? item.detail : t(deliveryDetail(item))
  return (
    <li className={classes.item}>
      <span className={classes.icon} data-family={family}>
        <IconComponent size={14} stroke={2} aria-hidden />
      </span>
      <div className={classes.text}>
        <span className={classes.title}>{t(timelineTitle(item, family))}</span>
        {detail !== null && detail !== '' && <span className={classes.detail}>{detail}</span>}
      </div>
      <span className={classes.at}>
        <When at={item.at} precision="second" />
      </span>
    </li>
  )
}
