import { TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { useActionForm } from '../../api/action-form.ts'
import { CreateMerchantDocument } from '../../api/generated/graphql.ts'
import { parsed, requiredText } from '../../lib/form-schema.ts'
import { readDocument } from '../../lib/values/document.ts'
import { ActionForm } from '../../ui/forms/ActionForm.tsx'
import { usePreferences, useText } from '../../ui/preferences.tsx'
import { termFieldsOf, TermsFields, termSchemas, type Terms } from './terms-fields.tsx'
import { merchants as texts } from './texts.ts'

const NAME_MAX = 200
const DOCUMENT_TYPED_MAX = 20

/** The initial values of the form. These values are the server's default terms for a new merchant. */
const PROPOSED: Terms = {
  feePercentBps: 200,
  feeFixedCents: '0',
  reserveBps: 0,
  reserveDays: 0,
  settlementDelayDays: 0,
  pixEnabled: true,
  refundFeePolicy: 'prorata',
  disputePolicy: 'service_advances',
  payoutsByService: true,
}

/** Form that creates a merchant with its terms. On success, opens the page of the merchant. */
export function CreateMerchantForm({ onClose }: { onClose: () => void }) {
  const t = useText()
  const { language } = usePreferences()
  const navigate = useNavigate()
  const form = useActionForm(CreateMerchantDocument, {
    initialValues: { name: '', document: '', ...termFieldsOf(PROPOSED, language) },
    schema: () =>
      z.object({
        name: requiredText(t(texts.nameMissing)),
        document: parsed((typed) => {
          const value = readDocument(typed)
          return value === undefined ? { fault: t(texts.documentInvalid) } : { value }
        }),
        ...termSchemas({ t, language }),
      }),
    request: ({ name, document, ...terms }, idempotencyKey) => ({
      merchant: { name, document, terms },
      idempotencyKey,
    }),
    done: texts.createdNotice,
    onDone: ({ createMerchant: { id } }) => {
      onClose()
      void navigate({ to: '/merchants/$merchantId', params: { merchantId: id } })
    },
  })
  return (
    <ActionForm form={form} submit={t(texts.create)} onCancel={onClose}>
      <TextInput
        {...form.field('name')}
        label={t(texts.name)}
        maxLength={NAME_MAX}
        autoComplete="off"
        data-autofocus
      />
      <TextInput
        {...form.field('document')}
        label={t(texts.documentField)}
        maxLength={DOCUMENT_TYPED_MAX}
        autoComplete="off"
      />
      <TermsFields field={form.field} />
    </ActionForm>
  )
}
