import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import type { Text } from '../../lib/text.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { lazyForm } from '../../ui/forms/lazy-form.tsx'
import { useText } from '../../ui/preferences.tsx'
import { accountForms as forms } from './form-texts.ts'
import type { Account } from './queries.ts'
import { pixAccounts as texts } from './texts.ts'

const StateForm = lazyForm(async () => (await import('./AccountForms.tsx')).StateForm)
const CeilingsForm = lazyForm(async () => (await import('./AccountForms.tsx')).CeilingsForm)
const ConnectionForm = lazyForm(async () => (await import('./ConnectionForm.tsx')).ConnectionForm)
const SecretsForm = lazyForm(async () => (await import('./SecretsForm.tsx')).SecretsForm)

/** The labels, the titles and the forms of the changes that a person can make to a receiving account. */
export const ACCOUNT_CHANGES = {
  state: { label: texts.changeState, title: texts.changeStateOf, Form: StateForm },
  ceilings: { label: texts.changeCeilings, title: texts.changeCeilingsOf, Form: CeilingsForm },
  connection: { label: forms.changeConnection, title: forms.changeConnectionOf, Form: ConnectionForm },
  secrets: { label: forms.replace, title: forms.replaceOf, Form: SecretsForm },
} as const satisfies Record<string, { label: Text; title: (id: string) => Text; Form: unknown }>

export type AccountChange = keyof typeof ACCOUNT_CHANGES

/** Opens the dialog that changes one part of a receiving account, for example its state. */
export type OpenChange = (accountId: string, change: AccountChange) => void

/**
 * Returns the dialog that changes a receiving account, and the function that opens this dialog. The dialog is outside
 * the table, so it stays open when the window switches from the table to cards.
 */
export function useAccountDialog(accounts: readonly Account[]) {
  const t = useText()
  const [chosen, setChosen] = useState<{ id: string; change: AccountChange } | null>(null)
  const [opened, disclosure] = useDisclosure(false)
  const account = accounts.find(({ id }) => id === chosen?.id)
  const open: OpenChange = (id, change) => {
    setChosen({ id, change })
    disclosure.open()
  }
  if (!chosen || !account) return { open, dialog: null }
  const { title, Form } = ACCOUNT_CHANGES[chosen.change]
  const dialog = (
    <Dialog
      opened={opened}
      wide={chosen.change === 'secrets' || chosen.change === 'connection'}
      title={t(title(account.id))}
      onClose={disclosure.close}
    >
      <Form account={account} onClose={disclosure.close} />
    </Dialog>
  )
  return { open, dialog }
}
