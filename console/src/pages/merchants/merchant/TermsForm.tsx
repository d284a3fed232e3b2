import { useState } from 'react'
import * as z from 'zod/mini'
import { merchants as texts } from '../texts.ts'
import { useActionForm } from '../../../api/action-form.ts'
import { UpdateTermsDocument } from '../../../api/generated/graphql.ts'
import { changesOf } from './changes.ts'
import { common } from '../../../lib/i18n/common.ts'
import { DialogNote } from '../../../ui/dialogs/Dialog.tsx'
import { ActionForm } from '../../../ui/forms/ActionForm.tsx'
import { usePreferences, useText } from '../../../ui/preferences.tsx'
import type { MerchantDetail } from '../merchant.query.ts'
import { termFieldsOf, TermsFields, termSchemas, termsOf } from '../terms-fields.tsx'

/** Form that changes the contract terms that a merchant's new charges get. */
export function TermsForm({ merchant, onClose }: { merchant: MerchantDetail; onClose: () => void }) {
  const t = useText()
  const { language } = usePreferences()
  const [initial] = useState(() => termsOf(merchant.terms))
  const form = useActionForm(UpdateTermsDocument, {
    initialValues: termFieldsOf(initial, language),
    schema: () => z.object(termSchemas({ t, language })),
    request: (terms) => {
      const changes = changesOf(initial, terms)
      if (Object.keys(changes).length > 0) return { merchantId: merchant.id, terms: changes }
      onClose()
      return null
    },
    done: texts.termsSaved,
    onDone: onClose,
  })
  return (
    <ActionForm form={form} submit={t(common.save)} onCancel={onClose}>
      <DialogNote>{t(texts.termsNote)}</DialogNote>
      <TermsFields field={form.field} />
    </ActionForm>
  )
}
