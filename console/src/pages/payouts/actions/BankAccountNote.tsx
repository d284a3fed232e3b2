import { DialogNote } from '../../../ui/dialogs/Dialog.tsx'
import { useText } from '../../../ui/preferences.tsx'
import { bankName, type BankAccount } from '../bank-name.ts'
import { payouts as texts } from '../texts.ts'

/** Says in a dialog to which bank account the money of a payout goes. */
export function BankAccountNote({ account }: { account: BankAccount }) {
  const t = useText()
  return (
    <DialogNote>
      {t(texts.bankAccount)}: <strong>{t(bankName(account))}</strong>
    </DialogNote>
  )
}
