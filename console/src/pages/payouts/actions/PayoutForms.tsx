import * as z from 'zod/mini'
import { payouts as texts } from '../texts.ts'
import { useActionForm } from '../../../api/action-form.ts'
import {
  ReleasePayoutDocument,
  ReversePayoutDocument,
  SettlePayoutDocument,
  type PayoutQuery,
} from '../../../api/generated/graphql.ts'
import { payoutState } from '../../../lib/i18n/status.ts'
import { formatCents } from '../../../lib/values/money.ts'
import { ReasonForm } from '../../../shared/forms/ConfirmForm.tsx'
import { Callout } from '../../../ui/Callout.tsx'
import { DialogNote } from '../../../ui/dialogs/Dialog.tsx'
import { ActionForm } from '../../../ui/forms/ActionForm.tsx'
import { usePreferences, useText } from '../../../ui/preferences.tsx'
import { BankAccountNote } from './BankAccountNote.tsx'
import { TransferFields, transferNow, transferSchema } from './Transfer.tsx'

type Payout = PayoutQuery['payout']
type FormProps = { payout: Payout; onClose: () => void }

/** Warning in an open dialog: another person has settled or released the payout meanwhile. */
function EndedMeanwhile({ payout: { state } }: { payout: Payout }) {
  const t = useText()
  if (state === 'reserved') return null
  return (
    <Callout tone="warning" title={t(texts.endedMeanwhile)}>
      {t(texts.state)}: {t(payoutState[state])}
    </Callout>
  )
}

/** Form that settles a reserved payout: it records the bank transfer. */
export function SettleForm({ payout, onClose }: FormProps) {
  const t = useText()
  const { zone, language } = usePreferences()
  const { merchantId, id, amountCents } = payout
  const form = useActionForm(SettlePayoutDocument, {
    initialValues: transferNow(zone),
    schema: () => z.object(transferSchema(t, zone)),
    request: (transfer) => ({ merchantId, id, ...transfer }),
    done: texts.settled,
    onDone: onClose,
  })
  return (
    <ActionForm form={form} submit={t(texts.settle)} onCancel={onClose}>
      <EndedMeanwhile payout={payout} />
      <DialogNote>{t(texts.settleBody(formatCents(amountCents, language)))}</DialogNote>
      <BankAccountNote account={payout.bankAccount} />
      <TransferFields reference={form.field('externalReference')} at={form.field('paidAt')} />
    </ActionForm>
  )
}

/** Form that releases a reserved payout: the amount becomes available again. */
export function ReleaseForm({ payout, onClose }: FormProps) {
  const t = useText()
  const { language } = usePreferences()
  const { merchantId, id, amountCents } = payout
  return (
    <ReasonForm
      danger
      document={ReleasePayoutDocument}
      variables={(reason) => ({ merchantId, id, reason })}
      submit={t(texts.giveBack)}
      done={texts.givenBack}
      onDone={onClose}
      onCancel={onClose}
      cancel={t(texts.back)}
      details={<EndedMeanwhile payout={payout} />}
    >
      {t(texts.giveBackBody(formatCents(amountCents, language)))}
    </ReasonForm>
  )
}

/** Form that reverses a paid payout. */
export function ReverseForm({ payout: { merchantId, id, amountCents }, onClose }: FormProps) {
  const t = useText()
  const { language } = usePreferences()
  return (
    <ReasonForm
      danger
      document={ReversePayoutDocument}
      variables={(reason) => ({ merchantId, id, reason })}
      submit={t(texts.reverse)}
      done={texts.reversed}
      onDone={onClose}
      onCancel={onClose}
    >
      {t(texts.reverseBody(formatCents(amountCents, language)))}
    </ReasonForm>
  )
}
