import { NativeSelect } from '@mantine/core'
import * as z from 'zod/mini'
import { useActionForm } from '../../api/action-form.ts'
import {
  CloseReconciliationExceptionDocument,
  type ReconciliationExceptionsQuery,
} from '../../api/generated/graphql.ts'
import { chosen, requiredText } from '../../lib/form-schema.ts'
import { common } from '../../lib/i18n/common.ts'
import { remedyEffect } from './remedy-effect.ts'
import { nothingMoves, reconciliation as texts, remedyName } from './texts.ts'
import { Callout } from '../../ui/Callout.tsx'
import { DialogNote } from '../../ui/dialogs/Dialog.tsx'
import { ActionForm } from '../../ui/forms/ActionForm.tsx'
import { ReasonField } from '../../ui/forms/fields.tsx'
import { usePreferences, useText } from '../../ui/preferences.tsx'

type Row = ReconciliationExceptionsQuery['reconciliationExceptions']['nodes'][number]
type Remedy = keyof typeof remedyName

/** The remedies that the server accepts for each kind of exception. */
const REMEDIES: Record<Row['kind'], readonly Remedy[]> = {
  amount_differs: ['settle_as_recorded', 'settle_as_listed', 'none'],
  missing_at_network: ['settle_as_recorded', 'none'],
  return_differs: ['settle_as_recorded', 'settle_as_listed', 'none'],
  payment_not_recorded: ['try_again', 'none'],
  return_not_recorded: ['try_again', 'none'],
}

const UNEXPLAINED: { remedy: Remedy | ''; resolution: string } = { remedy: '', resolution: '' }

/**
 * Form that closes an exception. A remedy posts a correcting journal entry; without a remedy nothing is posted. No
 * remedy is selected at first, and the selected remedy shows its effect in reais.
 */
export function CloseForm({ row, onClose }: { row: Row; onClose: () => void }) {
  const t = useText()
  const { merchantId, id } = row
  const remedies = REMEDIES[row.kind]
  const { language } = usePreferences()
  const form = useActionForm(CloseReconciliationExceptionDocument, {
    initialValues: UNEXPLAINED,
    schema: () =>
      z.object({
        remedy: chosen(remedies, t(common.chooseOne)),
        resolution: requiredText(t(common.reasonMissing)),
      }),
    request: (closing) => ({ merchantId, id, ...closing }),
    done: texts.closedDone,
    onDone: onClose,
  })
  const effect = remedyEffect(form.values.remedy, row.details, language)
  return (
    <ActionForm form={form} submit={t(texts.close)} onCancel={onClose}>
      <DialogNote>{t(texts.closeBody)}</DialogNote>
      <NativeSelect
        {...form.field('remedy')}
        label={t(texts.remedy)}
        data={[
          { value: '', label: t(common.choose), disabled: true },
          ...remedies.map((value) => ({ value, label: t(remedyName[value]) })),
        ]}
        description={effect && t(effect)}
      />
      {form.values.remedy === 'none' && <Callout tone="warning" title={t(nothingMoves[row.kind])} />}
      <ReasonField {...form.field('resolution')} />
    </ActionForm>
  )
}
