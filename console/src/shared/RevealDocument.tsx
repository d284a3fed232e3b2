import { IconEye } from '@tabler/icons-react'
import { useRefusal } from '../api/me.ts'
import { formatDocument } from '../lib/values/document.ts'
import { reveal as texts } from '../lib/i18n/people/staff.ts'
import { useExpiringValue } from '../ui/use-expiring-value.ts'
import { ActionDialog } from '../ui/dialogs/Dialog.tsx'
import { lazyForm } from '../ui/forms/lazy-form.tsx'
import { useText } from '../ui/preferences.tsx'
import type { DocumentOwner } from './forms/RevealForm.tsx'

const RevealForm = lazyForm(async () => (await import('./forms/RevealForm.tsx')).RevealForm)

/**
 * A masked document (CPF or CNPJ). After the person gave a reason, this component shows the complete document for
 * thirty seconds. No other component keeps the complete document.
 */
export function RevealDocument(props: { masked: string; owner: DocumentOwner }) {
  const t = useText()
  const revealRefusal = useRefusal('document.reveal')
  const [document, showDocument] = useExpiringValue<string>()
  if (document !== null)
    return (
      <output className="figures" aria-label={t(texts.shown)}>
        {formatDocument(document)}
      </output>
    )
  return (
    <span>
      <span className="figures">{props.masked}</span>{' '}
      <ActionDialog
        size="compact-sm"
        variant="subtle"
        icon={IconEye}
        label={t(texts.show)}
        title={t(texts.title)}
        disabledReason={revealRefusal}
      >
        {(close) => (
          <RevealForm
            owner={props.owner}
            onClose={close}
            onShown={(whole) => {
              close()
              showDocument(whole)
            }}
          />
        )}
      </ActionDialog>
    </span>
  )
}
