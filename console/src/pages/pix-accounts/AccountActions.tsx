import { useRefusal } from '../../api/me.ts'
import { problemText } from '../../lib/i18n/problems.ts'
import { ButtonRow } from '../../ui/buttons/ButtonRow.tsx'
import { ActionButton } from '../../ui/dialogs/ActionButton.tsx'
import { useText } from '../../ui/preferences.tsx'
import { ACCOUNT_CHANGES, type AccountChange, type OpenChange } from './AccountDialog.tsx'
import classes from './PixAccountsPage.module.css'
import type { Account } from './queries.ts'

/** The receiving account whose connection and secrets are in the settings of the service. */
const SETTINGS_ACCOUNT = 'default'
const USES_SETTINGS = { code: 'conflict', reason: 'pix_account_uses_settings' }

const CHANGES = ['state', 'ceilings', 'connection', 'secrets'] as const
const OF_STORED_ACCOUNTS: readonly AccountChange[] = ['connection', 'secrets']

/** The buttons that change the state, the ceilings, the connection and the secrets of a receiving account. */
export function AccountActions({ account, open }: { account: Account; open: OpenChange }) {
  const t = useText()
  const refusal = useRefusal('pix_account.manage')
  const settings = account.id === SETTINGS_ACCOUNT ? problemText(USES_SETTINGS) : null
  return (
    <ButtonRow className={classes.actions}>
      {CHANGES.map((change) => (
        <ActionButton
          key={change}
          size="compact-sm"
          opensDialog
          reasonInTooltip={change !== 'secrets'}
          name={t(ACCOUNT_CHANGES[change].title(account.id))}
          disabledReason={refusal ?? (OF_STORED_ACCOUNTS.includes(change) ? settings : null)}
          onClick={() => open(account.id, change)}
        >
          {t(ACCOUNT_CHANGES[change].label)}
        </ActionButton>
      ))}
    </ButtonRow>
  )
}
