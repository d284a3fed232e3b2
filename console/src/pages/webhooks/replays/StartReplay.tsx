import { NativeSelect } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '../../../api/action.ts'
import {
  PreviewReplayDocument,
  StartReplayDocument,
  type PreviewReplayMutation,
  type EndpointFieldsFragment,
  type WebhookReplayFilter,
} from '../../../api/generated/graphql.ts'
import { useRefusal } from '../../../api/me.ts'
import { gqlQuery } from '../../../api/query.ts'
import { nowMs } from '../../../lib/time/clock.ts'
import { presetName } from '../../../lib/i18n/search/filters.ts'
import { replays as texts } from '../../../lib/i18n/webhooks/replays.ts'
import { webhooks } from '../../../lib/i18n/webhooks/webhooks.ts'
import type { Text } from '../../../lib/text.ts'
import {
  REPLAY_KINDS,
  REPLAY_PERIODS,
  replayInstants,
  replayKindFilter,
  type ReplayKind,
  type ReplayPeriod,
} from './replay-filter.ts'
import { useDialogFromUrl } from '../../../shared/use-dialog-from-url.ts'
import { ActionDialog } from '../../../ui/dialogs/Dialog.tsx'
import { FormError } from '../../../ui/dialogs/Form.tsx'
import { usePreferences, useText } from '../../../ui/preferences.tsx'
import { ReasonForm } from '../../../ui/dialogs/ReasonForm.tsx'
import { EventTypeSelect } from '../EventTypeSelect.tsx'
import classes from './Replays.module.css'

type Endpoint = EndpointFieldsFragment
type Preview = PreviewReplayMutation['replayWebhooks']
type Chosen = { period: ReplayPeriod; kind: ReplayKind; eventType: string }

const PERIOD_NAME = { ...presetName, '13d': ['Últimos 13 dias', 'Last 13 days'] } as const

/** Starts a bulk replay. The form shows how many deliveries match. */
export function StartReplay({ endpoint }: { endpoint: Endpoint }) {
  const t = useText()
  const replayRefusal = useRefusal('webhook_delivery.replay_bulk')
  const disabledReason = replayRefusal ?? (endpoint.status === 'active' ? null : webhooks.notActive)
  const disclosure = useDialogFromUrl('replay', disabledReason === null)
  return (
    <ActionDialog
      disclosure={disclosure}
      size="xs"
      icon={IconRefresh}
      label={t(texts.start)}
      title={t(texts.startTitle)}
      disabledReason={disabledReason}
    >
      {(close) => <ReplayForm endpoint={endpoint} onClose={close} />}
    </ActionDialog>
  )
}

function ReplayForm({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const t = useText()
  const { zone } = usePreferences()
  const { merchantId, id: endpointId } = endpoint
  // Fix the end of the period while the form is open, so that the replay matches the count.
  const [now] = useState(nowMs)
  const [chosen, setChosen] = useState<Chosen>({ period: 'today', kind: 'missed', eventType: '' })
  const filter: WebhookReplayFilter = {
    endpointId,
    ...replayInstants(chosen.period, zone, now),
    ...replayKindFilter(chosen.kind),
    eventTypes: chosen.eventType === '' ? null : [chosen.eventType],
  }
  const preview = useQuery({ ...gqlQuery(PreviewReplayDocument, { merchantId, filter }), gcTime: 0 })
  const start = useAction(StartReplayDocument, {
    done: texts.started,
    onDone: onClose,
  })
  const found = preview.data?.replayWebhooks
  return (
    <ReasonForm
      submit={t(texts.start)}
      busy={start.isPending}
      error={start.error}
      onSubmit={(reason) => isStartable(found) && start.mutate({ merchantId, filter, reason })}
      onCancel={onClose}
      fields={
        <>
          <Fields chosen={chosen} onChange={setChosen} />
          {preview.error === null ? <MatchCount found={found} /> : <FormError error={preview.error} />}
        </>
      }
    >
      {t(texts.body)}
    </ReasonForm>
  )
}

const isStartable = (found: Preview | undefined) =>
  found !== undefined && found.matched > 0 && !found.exceedsLimit

function countText(found: Preview | undefined): Text {
  if (found === undefined) return texts.counting
  if (found.exceedsLimit) return texts.tooMany
  return found.matched === 0 ? texts.nothing : texts.matched(found.matched)
}

function MatchCount({ found }: { found: Preview | undefined }) {
  const t = useText()
  return (
    <p className={classes['matched']} role="status" data-none={!isStartable(found)}>
      {t(countText(found))}
    </p>
  )
}

function Fields({ chosen, onChange }: { chosen: Chosen; onChange: (chosen: Chosen) => void }) {
  const t = useText()
  return (
    <>
      <NativeSelect
        label={t(texts.period)}
        value={chosen.period}
        onChange={({ currentTarget: { value } }) => {
          const period = REPLAY_PERIODS.find((known) => known === value)
          if (period) onChange({ ...chosen, period })
        }}
        data={REPLAY_PERIODS.map((value) => ({ value, label: t(PERIOD_NAME[value]) }))}
      />
      <NativeSelect
        label={t(texts.status)}
        description={chosen.kind === 'events' ? t(texts.eventsHint) : null}
        value={chosen.kind}
        onChange={({ currentTarget: { value } }) => {
          const kind = REPLAY_KINDS.find((known) => known === value)
          if (kind) onChange({ ...chosen, kind })
        }}
        data={REPLAY_KINDS.map((value) => ({ value, label: t(texts[value]) }))}
      />
      <EventTypeSelect
        label={t(texts.event)}
        value={chosen.eventType}
        onChange={(eventType) => onChange({ ...chosen, eventType })}
      />
    </>
  )
}
