import type { ComponentProps } from 'react'
import { useRefusal } from '../../api/me.ts'
import { reconciliation as texts } from './texts.ts'
import { ActionDialog } from '../../ui/dialogs/Dialog.tsx'
import { lazyForm } from '../../ui/forms/lazy-form.tsx'
import { useText } from '../../ui/preferences.tsx'

const CloseForm = lazyForm(async () => (await import('./CloseForm.tsx')).CloseForm)

/** Button and dialog to close a reconciliation exception. */
export function CloseAction({ row }: Pick<ComponentProps<typeof CloseForm>, 'row'>) {
  const t = useText()
  const closeRefusal = useRefusal('reconciliation.close')
  return (
    <ActionDialog
      size="compact-sm"
      label={t(texts.close)}
      name={t(texts.closeOf(row.endToEndId))}
      title={t(texts.closeTitle)}
      disabledReason={closeRefusal}
    >
      {(close) => <CloseForm row={row} onClose={close} />}
    </ActionDialog>
  )
}
