import { useRefusal } from '../../api/me.ts'
import { ActionDialog } from '../../ui/dialogs/Dialog.tsx'
import { lazyForm } from '../../ui/forms/lazy-form.tsx'
import { useText } from '../../ui/preferences.tsx'
import classes from './PixAccountsPage.module.css'
import type { Account } from './queries.ts'
import { pixAccounts as texts } from './texts.ts'

const StateForm = lazyForm(async () => (await import('./AccountForms.tsx')).StateForm)
const CeilingsForm = lazyForm(async () => (await import('./AccountForms.tsx')).CeilingsForm)

/** The buttons that change the state and the ceilings of an account. */
export function AccountActions({ account }: { account: Account }) {
  const t = useText()
  const refusal = useRefusal('pix_account.manage')
  const button = { variant: 'subtle', size: 'compact-sm', disabledReason: refusal } as const
  return (
    <span className={classes.actions}>
      <ActionDialog
        {...button}
        label={t(texts.changeState)}
        name={t(texts.changeStateOf(account.id))}
        title={t(texts.changeStateOf(account.id))}
      >
        {(close) => <StateForm account={account} onClose={close} />}
      </ActionDialog>
      <ActionDialog
        {...button}
        label={t(texts.changeCeilings)}
        name={t(texts.changeCeilingsOf(account.id))}
        title={t(texts.changeCeilingsOf(account.id))}
      >
        {(close) => <CeilingsForm account={account} onClose={close} />}
      </ActionDialog>
    </span>
  )
}
