import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { replayForm as formTexts } from './form-texts.ts'
import { replays as texts } from './texts.ts'
import { useActionForm } from '../../../api/action-form.ts'
import {
  PreviewReplayDocument,
  StartReplayDocument,
  type PreviewReplayMutation,
  type EndpointFieldsFragment,
  type WebhookReplayFilter,
} from '../../../api/generated/graphql.ts'
import { gqlQuery } from '../../../api/query.ts'
import { requiredText } from '../../../lib/form-schema.ts'
import { common } from '../../../lib/i18n/common.ts'
import { presetName } from '../../../lib/i18n/search/filters.ts'
import {
  REPLAY_KINDS,
  REPLAY_PERIODS,
  replayInstants,
  replayKindFilter,
  type ReplayKind,
  type ReplayPeriod,
} from './replay-filter.ts'
import type { Text } from '../../../lib/text.ts'
import { nowMs } from '../../../lib/time/clock.ts'
import type { Zone } from '../../../lib/time/day.ts'
import { formatWhen } from '../../../lib/time/when.ts'
import { DialogNote } from '../../../ui/dialogs/Dialog.tsx'
import { FormError } from '../../../ui/dialogs/Form.tsx'
import { ActionForm } from '../../../ui/forms/ActionForm.tsx'
import { ReasonField } from '../../../ui/forms/fields.tsx'
import { usePreferences, useText } from '../../../ui/preferences.tsx'
import { EventTypeSelect } from '../EventTypeSelect.tsx'
import classes from './Replays.module.css'

const MATCH_ID = 'replay-match'

type Preview = PreviewReplayMutation['replayWebhooks']
type Chosen = { period: ReplayPeriod; kind: ReplayKind; eventType: string }

const PERIOD_NAME = { ...presetName, '13d': ['Últimos 13 dias', 'Last 13 days'] } as const

const INITIAL: Chosen & { reason: string } = { period: 'today', kind: 'missed', eventType: '', reason: '' }

const filterOf = (
  chosen: Chosen,
  { endpointId, zone, now }: { endpointId: string; zone: Zone; now: number },
): WebhookReplayFilter => ({
  endpointId,
  ...replayInstants(chosen.period, zone, now),
  ...replayKindFilter(chosen.kind),
  eventTypes: chosen.eventType === '' ? null : [chosen.eventType],
})

/**
 * Returns the initial values of the form. For a paused endpoint, and for a failing endpoint with waiting deliveries,
 * the form initially selects the waiting deliveries. Otherwise the form selects the failed and skipped deliveries.
 */
function initialOf({ status, health }: EndpointFieldsFragment, purpose: ReplayPurpose): typeof INITIAL {
  if (purpose === 'chosen') return INITIAL
  const waits = status !== 'disabled' && (purpose === 'resume' || health.pending > 0)
  return { ...INITIAL, period: '13d', kind: waits ? 'waiting' : 'missed' }
}

/**
 * Why a person opens the form: to choose deliveries, to send again what a failing endpoint did not receive, or to
 * resume a paused or disabled endpoint. With the purpose `resume`, the form also enables the endpoint.
 */
export type ReplayPurpose = 'chosen' | 'undelivered' | 'resume'

/**
 * Form that starts a bulk replay. The form shows how many deliveries match the chosen period and kind, or why no
 * delivery matches. With the purpose `resume`, the form also enables the endpoint.
 */
export function ReplayForm(props: {
  endpoint: EndpointFieldsFragment
  purpose?: ReplayPurpose
  onClose: () => void
}) {
  const t = useText()
  const { language, zone } = usePreferences()
  const { endpoint, purpose = 'chosen', onClose } = props
  const enable = purpose === 'resume'
  const { merchantId, id: endpointId } = endpoint
  // Fix the end of the period while the form is open, so that the replay sends exactly what the form counted.
  const [now] = useState(nowMs)
  const form = useActionForm(StartReplayDocument, {
    initialValues: initialOf(endpoint, purpose),
    schema: () =>
      z.object({
        period: z.enum(REPLAY_PERIODS),
        kind: z.enum(REPLAY_KINDS),
        eventType: z.string(),
        reason: requiredText(t(common.reasonMissing)),
      }),
    request: ({ reason, ...chosen }) =>
      isStartable(found)
        ? { merchantId, endpointId, enable, filter: filterOf(chosen, { endpointId, zone, now }), reason }
        : null,
    done: enable ? formTexts.resumed : formTexts.started,
    onDone: onClose,
  })
  const filter = filterOf(form.values, { endpointId, zone, now })
  const when = (at: string) => formatWhen(at, { language, zone, precision: 'minute' })
  const preview = useQuery({ ...gqlQuery(PreviewReplayDocument, { merchantId, filter }), gcTime: 0 })
  const found = preview.data?.replayWebhooks
  return (
    <ActionForm
      form={form}
      submit={t(enable ? texts.resume : texts.start)}
      blockedBy={found === undefined || isStartable(found) ? undefined : MATCH_ID}
      onCancel={onClose}
    >
      <DialogNote>
        {t(enable ? formTexts.resumeBody : formTexts.body)} {t(formTexts.prefilled)}
      </DialogNote>
      <NativeSelect
        {...form.field('period')}
        label={t(texts.period)}
        data={REPLAY_PERIODS.map((value) => ({ value, label: t(PERIOD_NAME[value]) }))}
      />
      <NativeSelect
        {...form.field('kind')}
        label={t(texts.status)}
        description={form.values.kind === 'events' ? t(formTexts.eventsHint) : null}
        data={REPLAY_KINDS.map((value) => ({ value, label: t(texts[value]) }))}
      />
      <EventTypeSelect {...form.field('eventType')} label={t(texts.event)} />
      {preview.error === null ? (
        <MatchCount
          text={
            found !== undefined && isStartable(found)
              ? formTexts.matched(found.matched, when(filter.from), when(filter.to))
              : refusalText(found, form.values, endpoint)
          }
          found={found}
        />
      ) : (
        <FormError error={preview.error} />
      )}
      <ReasonField {...form.field('reason')} />
    </ActionForm>
  )
}

const isStartable = (found: Preview | undefined) =>
  found !== undefined && found.matched > 0 && !found.exceedsLimit

/** Returns why the replay cannot start yet. */
function refusalText(found: Preview | undefined, chosen: Chosen, endpoint: EndpointFieldsFragment): Text {
  if (found === undefined) return formTexts.counting
  return found.exceedsLimit ? formTexts.tooMany : noMatchText(found.period, chosen, endpoint)
}

/**
 * Returns a text that says why no delivery matches. `period` contains the number of deliveries of the period by
 * state.
 */
function noMatchText(
  period: Preview['period'],
  { eventType }: Chosen,
  endpoint: EndpointFieldsFragment,
): Text {
  const { eventTypes } = endpoint
  if (eventType !== '' && eventTypes.length > 0 && !eventTypes.includes(eventType))
    return formTexts.notSubscribed(eventType)
  const { succeeded, waiting, missed } = period ?? { succeeded: 0, waiting: 0, missed: 0 }
  const parts = [
    ...(succeeded > 0 ? [formTexts.received(succeeded)] : []),
    ...(waiting > 0 ? [formTexts.queued(waiting)] : []),
    ...(missed > 0 ? [formTexts.notReceived(missed)] : []),
  ]
  if (parts.length === 0) return formTexts.noDelivery
  return formTexts.nothing([parts.map(([pt]) => pt).join(', '), parts.map(([, en]) => en).join(', ')])
}

function MatchCount({ text, found }: { text: Text; found: Preview | undefined }) {
  const t = useText()
  return (
    <p id={MATCH_ID} className={classes.matched} role="status" data-none={!isStartable(found)}>
      {t(text)}
    </p>
  )
}
