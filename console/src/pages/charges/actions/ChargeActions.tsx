import { useDisclosure } from '@mantine/hooks'
import { IconArrowBackUp, IconBan, IconGavel } from '@tabler/icons-react'
import { chargeActions as texts } from './texts.ts'
import { useRefusal } from '../../../api/me.ts'
import { problemText } from '../../../lib/i18n/problems.ts'
import type { Text } from '../../../lib/text.ts'
import { ActionDialog } from '../../../ui/dialogs/Dialog.tsx'
import { lazyForm } from '../../../ui/forms/lazy-form.tsx'
import { useText } from '../../../ui/preferences.tsx'
import type { ChargeDetail } from '../charge.query.ts'

const RefundForm = lazyForm(async () => (await import('./RefundForm.tsx')).RefundForm)
const DisputeForm = lazyForm(async () => (await import('./DisputeForm.tsx')).DisputeForm)
const CancelForm = lazyForm(async () => (await import('./CancelForm.tsx')).CancelForm)

/** The buttons of the actions on a charge. A disabled button shows why it is disabled. */
export function ChargeActions({ charge }: { charge: ChargeDetail }) {
  const t = useText()
  const refundRefusal = useRefusal('refund.request')
  const cancelRefusal = useRefusal('charge.cancel')
  const disputeRefusal = useRefusal('dispute.open')
  // The cancel dialog stays open when the charge is paid meanwhile, and then says that the charge was paid.
  const cancelling = useDisclosure(false)
  const isPaid = charge.paidAt !== null
  return (
    <>
      <ActionDialog
        icon={IconArrowBackUp}
        label={t(texts.refund)}
        title={t(texts.refundTitle)}
        disabledReason={refundRefusal ?? refundRefusalOf(charge)}
      >
        {(close) => <RefundForm charge={charge} onClose={close} />}
      </ActionDialog>
      <ActionDialog
        icon={IconGavel}
        label={t(texts.dispute)}
        title={t(texts.disputeTitle)}
        disabledReason={disputeRefusal ?? disputeRefusalOf(charge)}
      >
        {(close) => <DisputeForm charge={charge} onClose={close} />}
      </ActionDialog>
      {(!isPaid || cancelling[0]) && (
        <ActionDialog
          disclosure={cancelling}
          icon={IconBan}
          label={t(texts.cancel)}
          title={t(texts.cancelTitle)}
          disabledReason={cancelRefusal ?? (charge.status === 'pending' ? null : texts.notPending)}
        >
          {(close) => <CancelForm charge={charge} onClose={close} />}
        </ActionDialog>
      )}
    </>
  )
}

/** Returns why the server would refuse every refund of the charge; null when it would accept one. */
export function refundRefusalOf({ paidAt, refundableCents, refundRefusal }: ChargeDetail): Text | null {
  if (paidAt === null) return texts.notPaid
  if (refundableCents === '0') return texts.nothingToRefund
  return refundRefusal === null ? null : problemText({ code: 'conflict', reason: refundRefusal })
}

/** Returns why no payment of the charge can be disputed; null when a payment can be disputed. */
function disputeRefusalOf({ payments }: ChargeDetail): Text | null {
  const [first] = payments
  if (first === undefined) return texts.noPayment
  if (payments.some(({ disputeRefusal }) => disputeRefusal === null)) return null
  return problemText({ code: 'conflict', reason: first.disputeRefusal })
}
