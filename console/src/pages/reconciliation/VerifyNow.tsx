import { IconShieldCheck } from '@tabler/icons-react'
import { reconciliation as texts } from './texts.ts'
import { useAction } from '../../api/action.ts'
import { RequestLedgerVerificationDocument } from '../../api/generated/graphql.ts'
import { useRefusal } from '../../api/me.ts'
import { ActionButton } from '../../ui/dialogs/ActionButton.tsx'
import { useText } from '../../ui/preferences.tsx'

/**
 * Button that requests a verification of the whole ledger. The button is disabled while a verification is due or runs.
 */
export function VerifyNow({ isUnderWay }: { isUnderWay: boolean }) {
  const t = useText()
  const refusal = useRefusal('ledger_verdict.request')
  const verify = useAction(RequestLedgerVerificationDocument, {
    done: texts.verifyRequested,
    notifyError: true,
  })
  return (
    <ActionButton
      size="xs"
      icon={IconShieldCheck}
      disabledReason={refusal ?? (isUnderWay ? texts.verifying : null)}
      busy={verify.isPending}
      onClick={() => verify.mutate({})}
    >
      {t(texts.verifyNow)}
    </ActionButton>
  )
}
