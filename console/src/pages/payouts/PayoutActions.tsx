import { useDisclosure } from '@mantine/hooks'
import { IconArrowBackUp, IconCircleCheck } from '@tabler/icons-react'
import { useAction } from '../../api/action.ts'
import {
  ReleasePayoutDocument,
  ReversePayoutDocument,
  SettlePayoutDocument,
  type PayoutQuery,
} from '../../api/generated/graphql.ts'
import { useRefusal } from '../../api/me.ts'
import { payouts as texts } from '../../lib/i18n/finance/payouts.ts'
import { payoutState } from '../../lib/i18n/status.ts'
import { Callout } from '../../ui/Callout.tsx'
import { ActionDialog, DialogForm, DialogNote } from '../../ui/dialogs/Dialog.tsx'
import { useText } from '../../ui/preferences.tsx'
import { ReasonForm } from '../../ui/dialogs/ReasonForm.tsx'
import { TransferFields, useTransfer } from './Transfer.tsx'

type Payout = PayoutQuery['payout']
type Form = { payout: Payout; onClose: () => void }

type Disclosure = ReturnType<typeof useDisclosure>

/**
 * The actions on a payout: settle or release a reserved one, reverse a paid one. An open dialog stays open
 * when another person ends the payout meanwhile, and says so.
 */
export function PayoutActions({ payout }: { payout: Payout }) {
  const release = useDisclosure(false)
  const settle = useDisclosure(false)
  const reserved = payout.state === 'reserved' || release[0] || settle[0]
  return reserved ? (
    <ReservedPayoutActions payout={payout} release={release} settle={settle} />
  ) : (
    <Reverse payout={payout} />
  )
}

function ReservedPayoutActions(props: { payout: Payout; release: Disclosure; settle: Disclosure }) {
  const t = useText()
  const { payout } = props
  const recordRefusal = useRefusal('payout.record')
  return (
    <>
      <ActionDialog
        disclosure={props.release}
        icon={IconArrowBackUp}
        label={t(texts.giveBack)}
        title={t(texts.giveBackTitle)}
        disabledReason={recordRefusal}
      >
        {(close) => <ReleaseForm payout={payout} onClose={close} />}
      </ActionDialog>
      <ActionDialog
        disclosure={props.settle}
        icon={IconCircleCheck}
        variant="filled"
        label={t(texts.settle)}
        title={t(texts.settleTitle)}
        disabledReason={recordRefusal}
      >
        {(close) => <SettleForm payout={payout} onClose={close} />}
      </ActionDialog>
    </>
  )
}

/** Warns in an open dialog that the payout is no longer reserved. */
function EndedMeanwhile({ payout: { state } }: { payout: Payout }) {
  const t = useText()
  if (state === 'reserved') return null
  return (
    <Callout tone="warning" title={t(texts.endedMeanwhile)}>
      {t(texts.state)}: {t(payoutState[state])}
    </Callout>
  )
}

function SettleForm({ payout, onClose }: Form) {
  const t = useText()
  const { merchantId, id } = payout
  const transfer = useTransfer()
  const settle = useAction(SettlePayoutDocument, { done: texts.settled, onDone: onClose })
  const submit = () => {
    const transferInput = transfer.read()
    if (transferInput !== null) settle.mutate({ merchantId, id, ...transferInput })
  }
  return (
    <DialogForm
      submit={t(texts.settle)}
      busy={settle.isPending}
      error={settle.error}
      onSubmit={submit}
      onCancel={onClose}
    >
      <EndedMeanwhile payout={payout} />
      <DialogNote>{t(texts.settleBody)}</DialogNote>
      <TransferFields transfer={transfer} />
    </DialogForm>
  )
}

function ReleaseForm({ payout, onClose }: Form) {
  const t = useText()
  const { merchantId, id } = payout
  const release = useAction(ReleasePayoutDocument, { done: texts.givenBack, onDone: onClose })
  return (
    <ReasonForm
      danger
      submit={t(texts.giveBack)}
      busy={release.isPending}
      error={release.error}
      onSubmit={(reason) => release.mutate({ merchantId, id, reason })}
      onCancel={onClose}
      fields={<EndedMeanwhile payout={payout} />}
    >
      {t(texts.giveBackBody)}
    </ReasonForm>
  )
}

function Reverse({ payout }: { payout: Payout }) {
  const t = useText()
  const reverseRefusal = useRefusal('payout.reverse')
  return (
    <ActionDialog
      icon={IconArrowBackUp}
      label={t(texts.reverse)}
      title={t(texts.reverseTitle)}
      disabledReason={reverseRefusal ?? (payout.state === 'paid' ? null : texts.notPaid)}
    >
      {(close) => <ReverseForm payout={payout} onClose={close} />}
    </ActionDialog>
  )
}

function ReverseForm({ payout: { merchantId, id }, onClose }: Form) {
  const t = useText()
  const reverse = useAction(ReversePayoutDocument, { done: texts.reversed, onDone: onClose })
  return (
    <ReasonForm
      danger
      submit={t(texts.reverse)}
      busy={reverse.isPending}
      error={reverse.error}
      onSubmit={(reason) => reverse.mutate({ merchantId, id, reason })}
      onCancel={onClose}
    >
      {t(texts.reverseBody)}
    </ReasonForm>
  )
}
