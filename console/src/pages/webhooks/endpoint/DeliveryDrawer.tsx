import { Drawer } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { deliveries as texts } from '../texts.ts'
import { attempts, replayActions, replayRefusal } from '../../../lib/i18n/webhooks/attempts.ts'
import { WebhookDeliveryDocument, type WebhookDeliveryQuery } from '../../../api/generated/graphql.ts'
import { useRefusal } from '../../../api/me.ts'
import { useMerchantId } from '../../../api/merchants.ts'
import { gqlQuery } from '../../../api/query.ts'
import { useReplay } from '../../../api/replay.ts'
import { common } from '../../../lib/i18n/common.ts'
import { eventText } from '../../../lib/i18n/status.ts'
import { isUnderWay } from '../../../lib/values/status.ts'
import { AttemptTime, Attempts, NextAttempt } from '../../../shared/Attempts.tsx'
import { MerchantLink } from '../../../shared/links/MerchantLink.tsx'
import { Breakable } from '../../../ui/Breakable.tsx'
import { CopyText } from '../../../ui/values/CopyText.tsx'
import { ButtonRow } from '../../../ui/buttons/ButtonRow.tsx'
import { ActionButton } from '../../../ui/dialogs/ActionButton.tsx'
import { Loaded } from '../../../ui/lists/Loaded.tsx'
import { useText } from '../../../ui/preferences.tsx'
import { RowsSkeleton } from '../../../ui/lists/Skeletons.tsx'
import { DeliveryStatusBadge } from '../../../shared/StatusBadge.tsx'
import classes from '../Deliveries.module.css'

type Delivery = WebhookDeliveryQuery['webhookDelivery']

const UNDER_WAY_POLL_MS = 1000

/** A delivery in a drawer, with its attempts and a button that sends the delivery again. */
export function DeliveryDrawer(props: {
  opened: boolean
  id: string | undefined
  onClose: () => void
  previousNextLinks: ReactNode
}) {
  const t = useText()
  const { id, onClose } = props
  return (
    <Drawer.Root
      opened={props.opened}
      onClose={onClose}
      position="right"
      size="xl"
      padding="lg"
      lockScroll={false}
    >
      <Drawer.Overlay backgroundOpacity={0.4} />
      <Drawer.Content>
        <Drawer.Header>
          <Drawer.Title>{t(texts.details)}</Drawer.Title>
          {props.previousNextLinks}
          <Drawer.CloseButton data-autofocus aria-label={t(common.close)} />
        </Drawer.Header>
        <Drawer.Body>{id !== undefined && <DeliveryView key={id} id={id} />}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}

function DeliveryView({ id }: { id: string }) {
  const merchantId = useMerchantId()
  const query = useQuery({
    ...gqlQuery(WebhookDeliveryDocument, { merchantId, id }),
    refetchInterval: ({ state }) =>
      state.data && isUnderWay(state.data.webhookDelivery.status) ? UNDER_WAY_POLL_MS : false,
  })
  return (
    <Loaded query={query} skeleton={<RowsSkeleton rows={5} />}>
      {({ webhookDelivery }) => <DeliveryFacts delivery={webhookDelivery} />}
    </Loaded>
  )
}

function DeliveryFacts({ delivery }: { delivery: Delivery }) {
  const t = useText()
  const refusal = useRefusal('webhook_delivery.replay')
  const replay = useReplay()
  const { merchantId, id, event } = delivery
  return (
    <div className={classes.drawer}>
      <div className={classes.facts}>
        <strong>{t(eventText(delivery.eventType))}</strong>
        <span aria-live="polite">
          <DeliveryStatusBadge delivery={delivery} />
        </span>
        <span className={`mono faint ${classes.line}`}>
          <Breakable text={delivery.eventType} />
        </span>
        {delivery.retry === null && delivery.nextAttemptAt !== null && (
          <span className="soft">
            {t(texts.next)}: <AttemptTime at={delivery.nextAttemptAt} />
          </span>
        )}
        {delivery.status === 'failed' && <span className="soft">{t(texts.noMore)}</span>}
        <NextAttempt delivery={delivery} />
        <ButtonRow className={`${classes.facts} ${classes.line}`}>
          <ActionButton
            size="xs"
            icon={IconRefresh}
            disabledReason={refusal ?? replayRefusal(delivery)}
            busy={replay.isPending}
            onClick={() => replay.mutate({ merchantId, id })}
          >
            {t(replayActions.replay)}
          </ActionButton>
        </ButtonRow>
      </div>
      <div>
        {delivery.charge !== null && (
          <>
            <Link to="/charges/$chargeId" params={{ chargeId: delivery.charge.id }}>
              {delivery.charge.orderReference}
            </Link>{' '}
            ·{' '}
          </>
        )}
        <MerchantLink merchant={delivery.merchant} /> · <Breakable text={delivery.endpointUrl} />
      </div>
      <div className={classes.facts}>
        <span>
          {t(texts.event)}: <CopyText text={delivery.eventId} name={t(attempts.eventId)} />
        </span>
        <span>
          {t(texts.details)}: <CopyText text={id} name={t(texts.id)} />
        </span>
      </div>
      <Attempts
        attempts={delivery.attemptLog}
        request={{
          url: delivery.endpointUrl,
          eventId: delivery.eventId,
          eventType: delivery.eventType,
          body: event?.body ?? null,
        }}
      />
    </div>
  )
}
