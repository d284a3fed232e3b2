import * as z from 'zod/mini'
import { endpointForms as formTexts } from './form-texts.ts'
import { webhooks as texts } from '../texts.ts'
import { useActionForm } from '../../../api/action-form.ts'
import {
  ChangeWebhookEndpointLimitsDocument,
  DisableWebhookEndpointDocument,
  RotateWebhookSecretDocument,
  TurnOffWebhookEndpointDocument,
  type EndpointFieldsFragment,
} from '../../../api/generated/graphql.ts'
import { integer } from '../../../lib/form-schema.ts'
import { common } from '../../../lib/i18n/common.ts'
import { endpointPace } from './pace-texts.ts'
import { ConfirmForm } from '../../../shared/forms/ConfirmForm.tsx'
import { DialogNote } from '../../../ui/dialogs/Dialog.tsx'
import { ActionForm } from '../../../ui/forms/ActionForm.tsx'
import { IntegerField, SelectField } from '../../../ui/forms/fields.tsx'
import { usePreferences, useText } from '../../../ui/preferences.tsx'
import classes from './EndpointForms.module.css'

type FormProps = { endpoint: EndpointFieldsFragment; onClose: () => void }

const DAY_S = 86_400

/** The choices for how long the previous signing secret stays valid. */
const GRACE = { day: formTexts.graceDay, none: formTexts.graceNone } as const

const DAY_OF_GRACE: { grace: keyof typeof GRACE } = { grace: 'day' }

/** Form that replaces the signing secret of an endpoint and passes the new secret to `onSecret`. */
export function RotateForm(props: FormProps & { onSecret: (secret: string) => void }) {
  const t = useText()
  const { merchantId, id } = props.endpoint
  const form = useActionForm(RotateWebhookSecretDocument, {
    initialValues: DAY_OF_GRACE,
    schema: () => z.object({ grace: z.enum(['day', 'none']) }),
    request: ({ grace }) => ({ merchantId, id, graceSeconds: grace === 'day' ? DAY_S : 0 }),
    onDone: ({ rotateWebhookSecret }) => props.onSecret(rotateWebhookSecret.signingSecret),
  })
  return (
    <ActionForm danger form={form} submit={t(texts.rotate)} onCancel={props.onClose}>
      <DialogNote>{t(formTexts.rotateBody)}</DialogNote>
      <SelectField
        {...form.field('grace')}
        label={t(formTexts.grace)}
        description={t(formTexts.graceEffect[form.values.grace])}
        names={GRACE}
      />
    </ActionForm>
  )
}

/** Form that disables an endpoint. A person can enable the endpoint again later. */
export function DisableForm({ endpoint: { merchantId, id }, onClose }: FormProps) {
  const t = useText()
  return (
    <ConfirmForm
      danger
      document={DisableWebhookEndpointDocument}
      variables={{ merchantId, id }}
      submit={t(endpointPace.disable)}
      done={endpointPace.disabled}
      onDone={onClose}
      onCancel={onClose}
    >
      {t(endpointPace.disableNote)}
    </ConfirmForm>
  )
}

/** Form that removes an endpoint permanently. */
export function TurnOffForm({ endpoint: { merchantId, id, url }, onClose }: FormProps) {
  const t = useText()
  return (
    <ConfirmForm
      danger
      document={TurnOffWebhookEndpointDocument}
      variables={{ merchantId, id }}
      submit={t(texts.turnOff)}
      done={formTexts.turnedOff}
      onDone={onClose}
      onCancel={onClose}
    >
      <strong className={classes.target}>{url}</strong>
      <br />
      {t(formTexts.turnOffBody)}
    </ConfirmForm>
  )
}

/** Form that changes the rate limits of an endpoint. */
export function LimitsForm({ endpoint, onClose }: FormProps) {
  const t = useText()
  const { language } = usePreferences()
  const { merchantId, id } = endpoint
  const form = useActionForm(ChangeWebhookEndpointLimitsDocument, {
    initialValues: {
      maxInFlight: String(endpoint.maxInFlight),
      ratePerSecond: String(endpoint.ratePerSecond),
    },
    schema: () =>
      z.object({ maxInFlight: integer({ t, language }), ratePerSecond: integer({ t, language }) }),
    request: (limits) => ({ merchantId, id, limits }),
    done: endpointPace.changed,
    onDone: onClose,
  })
  return (
    <ActionForm form={form} submit={t(common.save)} onCancel={onClose}>
      <DialogNote>{t(endpointPace.note)}</DialogNote>
      <IntegerField {...form.field('maxInFlight')} label={t(endpointPace.inFlight)} />
      <IntegerField {...form.field('ratePerSecond')} label={t(endpointPace.perSecond)} />
    </ActionForm>
  )
}
