import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronRight, IconRefresh } from '@tabler/icons-react'
import { attempts, replayActions, replayRefusal } from '../../../lib/i18n/webhooks/attempts.ts'
import { deliveries } from './event-texts.ts'
import { chargeActions } from '../actions/texts.ts'
import { charge as texts } from './charge-texts.ts'
import { eventName } from '../../../lib/i18n/status.ts'
import { AnswerBadge, Attempts, NextAttempt } from '../../../shared/Attempts.tsx'
import { useRefusal } from '../../../api/me.ts'
import { useReplay } from '../../../api/replay.ts'
import { Breakable } from '../../../ui/Breakable.tsx'
import { CopyText } from '../../../ui/values/CopyText.tsx'
import { ActionButton } from '../../../ui/dialogs/ActionButton.tsx'
import { Section } from '../../../ui/Page.tsx'
import { useText } from '../../../ui/preferences.tsx'
import { MutedText } from '../../../ui/values/MutedText.tsx'
import { DeliveryStatusBadge } from '../../../shared/StatusBadge.tsx'
import { When } from '../../../ui/values/When.tsx'
import type { ChargeDetail } from '../charge.query.ts'
import classes from './EventList.module.css'

type Event = ChargeDetail['events'][number]
type Delivery = NonNullable<Event['deliveries']>[number]

/** The webhook events of the charge, with the deliveries to each endpoint. */
export function EventList({ events }: { events: Event[] }) {
  const t = useText()
  return (
    <Section title={t(texts.webhooks)}>
      {events.length === 0 ? (
        <MutedText>{t(texts.webhooksEmpty)}</MutedText>
      ) : (
        <ul className={classes.events}>
          {events.map((event) => (
            <li key={event.id} className={classes.event}>
              <EventView event={event} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function EventView({ event }: { event: Event }) {
  const t = useText()
  const name = eventName[event.type]
  return (
    <>
      <div className={classes.header}>
        {name && <strong>{t(name)}</strong>}
        <span className="mono faint">
          <Breakable text={event.type} />
        </span>
        <span className={classes.at}>
          <When at={event.createdAt} precision="second" />
        </span>
      </div>
      <CopyText text={event.id} name={t(attempts.eventId)} />
      {event.deliveries === null && <DeliverySummary outcome={event.outcome} />}
      {event.deliveries?.length === 0 && <MutedText>{t(texts.noDeliveries)}</MutedText>}
      {event.deliveries?.map((delivery) => (
        <DeliveryView key={delivery.id} delivery={delivery} body={event.body} />
      ))}
    </>
  )
}

/** The number of deliveries of an event by outcome, for people without permission to read deliveries. */
function DeliverySummary({ outcome: { succeeded, pending, failed } }: { outcome: Event['outcome'] }) {
  const t = useText()
  const parts = [
    ...(succeeded > 0 ? [t(deliveries.arrived(succeeded))] : []),
    ...(pending > 0 ? [t(deliveries.onTheirWay(pending))] : []),
    ...(failed > 0 ? [t(deliveries.gaveUp(failed))] : []),
  ]
  return <MutedText>{parts.length === 0 ? t(deliveries.nowhere) : parts.join(' · ')}</MutedText>
}

function DeliveryView({ delivery, body }: { delivery: Delivery; body: string }) {
  const t = useText()
  const [opened, shown] = useDisclosure(false)
  return (
    <div className={classes.delivery}>
      <div className={classes.line}>
        <UnstyledButton className={classes.summary} aria-expanded={opened} onClick={shown.toggle}>
          <IconChevronRight size={16} className={classes.arrow} data-opened={opened} aria-hidden />
          <VisuallyHidden>{t(deliveries.deliveryTo(delivery.endpointUrl))}</VisuallyHidden>
          <span className={classes.url} aria-hidden>
            <Breakable text={delivery.endpointUrl} />
          </span>
          <span className={classes.outcome}>
            <AnswerBadge statusCode={delivery.lastStatusCode} error={delivery.lastError} />
            <DeliveryStatusBadge delivery={delivery} />
          </span>
        </UnstyledButton>
        <ReplayButton delivery={delivery} />
        {delivery.retry !== null && (
          <div className={classes.next}>
            <NextAttempt delivery={delivery} />
          </div>
        )}
      </div>
      {opened && (
        <div className={classes.attempts}>
          <Attempts
            attempts={delivery.attemptLog}
            request={{
              url: delivery.endpointUrl,
              eventId: delivery.eventId,
              eventType: delivery.eventType,
              body,
            }}
          />
        </div>
      )}
    </div>
  )
}

function ReplayButton({ delivery }: { delivery: Delivery }) {
  const t = useText()
  const refusal = useRefusal('webhook_delivery.replay')
  const replay = useReplay()
  return (
    <ActionButton
      size="compact-sm"
      icon={IconRefresh}
      name={t(chargeActions.replayTo(delivery.endpointUrl))}
      disabledReason={refusal ?? replayRefusal(delivery)}
      busy={replay.isPending}
      onClick={() => replay.mutate({ merchantId: delivery.merchantId, id: delivery.id })}
    >
      {t(replayActions.replay)}
    </ActionButton>
  )
}
