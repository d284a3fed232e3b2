import { IconPencil } from '@tabler/icons-react'
import { useCan, useRefusal } from '../../../api/me.ts'
import { ActionDialog } from '../../../ui/dialogs/Dialog.tsx'
import { lazyForm } from '../../../ui/forms/lazy-form.tsx'
import { Section } from '../../../ui/Page.tsx'
import { useText } from '../../../ui/preferences.tsx'
import { MutedText } from '../../../ui/values/MutedText.tsx'
import type { MerchantDetail } from '../merchant.query.ts'
import { merchantAccounts as texts } from '../texts.ts'
import classes from './MerchantPage.module.css'

const AssignForm = lazyForm(async () => (await import('./AssignForm.tsx')).AssignForm)

/** The receiving accounts for a merchant's new charges, in order. */
export function PixAccounts({ merchant }: { merchant: MerchantDetail }) {
  const t = useText()
  const mayRead = useCan('pix_account.read')
  const manageRefusal = useRefusal('pix_account.manage')
  if (!mayRead) return null
  return (
    <Section
      title={t(texts.title)}
      aside={
        <ActionDialog
          size="xs"
          icon={IconPencil}
          label={t(texts.assign)}
          title={t(texts.assign)}
          disabledReason={manageRefusal}
        >
          {(close) => <AssignForm merchant={merchant} onClose={close} />}
        </ActionDialog>
      }
    >
      {merchant.pixAccountIds.length === 0 ? (
        <MutedText>{t(texts.none)}</MutedText>
      ) : (
        <ol className={classes.accounts} aria-label={t(texts.title)}>
          {merchant.pixAccountIds.map((id) => (
            <li key={id}>{id}</li>
          ))}
        </ol>
      )}
      <p className={classes.note}>{t(texts.note)}</p>
    </Section>
  )
}
