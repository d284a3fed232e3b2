import { useDisclosure } from '@mantine/hooks'
import { IconArrowBackUp, IconCircleCheck } from '@tabler/icons-react'
import { payouts as texts } from '../texts.ts'
import type { PayoutQuery } from '../../../api/generated/graphql.ts'
import { useRefusal } from '../../../api/me.ts'
import { ActionDialog } from '../../../ui/dialogs/Dialog.tsx'
import { lazyForm } from '../../../ui/forms/lazy-form.tsx'
import { useText } from '../../../ui/preferences.tsx'

type Payout = PayoutQuery['payout']
type Disclosure = ReturnType<typeof useDisclosure>

const ReleaseForm = lazyForm(async () => (await import('./PayoutForms.tsx')).ReleaseForm)
const SettleForm = lazyForm(async () => (await import('./PayoutForms.tsx')).SettleForm)
const ReverseForm = lazyForm(async () => (await import('./PayoutForms.tsx')).ReverseForm)

/**
 * The actions on a payout. A reserved payout can be settled or released, and a paid payout can be reversed. If another
 * person settles or releases the payout while a dialog is open, the dialog stays open and shows the new state of the
 * payout.
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
