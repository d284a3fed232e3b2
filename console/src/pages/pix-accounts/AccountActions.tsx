import { useRefusal } from '../../api/me.ts'
import { problemText } from '../../lib/i18n/problems.ts'
import { ActionDialog } from '../../ui/dialogs/Dialog.tsx'
import { lazyForm } from '../../ui/forms/lazy-form.tsx'
import { useText } from '../../ui/preferences.tsx'
import { accountForms as forms } from './form-texts.ts'
import classes from './PixAccountsPage.module.css'
import type { Account } from './queries.ts'
import { pixAccounts as texts } from './texts.ts'

const StateForm = lazyForm(async () => (await import('./AccountForms.tsx')).StateForm)
const SecretsForm = lazyForm(async () => (await import('./SecretsForm.tsx')).SecretsForm)
const CeilingsForm = lazyForm(async () => (await import('./AccountForms.tsx')).CeilingsForm)

/** The account whose connection and secrets are in the settings of the service. */
const SETTINGS_ACCOUNT = 'default'
const USES_SETTINGS = { code: 'conflict', reason: 'pix_account_uses_settings' }

/** The buttons that change the state, the ceilings and the secrets of an account. */
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
      <ActionDialog
        {...button}
        wide
        label={t(forms.replace)}
        name={t(forms.replaceOf(account.id))}
        title={t(forms.replaceOf(account.id))}
        showReason
        disabledReason={refusal ?? (account.id === SETTINGS_ACCOUNT ? problemText(USES_SETTINGS) : null)}
      >
        {(close) => <SecretsForm account={account} onClose={close} />}
      </ActionDialog>
    </span>
  )
}
