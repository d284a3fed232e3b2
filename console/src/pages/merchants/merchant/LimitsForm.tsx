import { useState } from 'react'
import * as z from 'zod/mini'
import { merchants as texts } from '../texts.ts'
import { useActionForm } from '../../../api/action-form.ts'
import { UpdateLimitsDocument } from '../../../api/generated/graphql.ts'
import { changesOf } from './changes.ts'
import { amount, hidden, integer } from '../../../lib/form-schema.ts'
import { common } from '../../../lib/i18n/common.ts'
import { amountForInput } from '../../../lib/values/money.ts'
import { ActionForm } from '../../../ui/forms/ActionForm.tsx'
import { AmountField, IntegerField } from '../../../ui/forms/fields.tsx'
import { usePreferences, useText } from '../../../ui/preferences.tsx'
import type { MerchantDetail } from '../merchant.query.ts'

const limitsOf = (terms: MerchantDetail['terms']) => ({
  amountCeilingCents: terms.amountCeilingCents,
  readRate: terms.readRate,
  writeRate: terms.writeRate,
  searchRate: terms.searchRate,
})

/** Form that changes a merchant's maximum amount of a charge and its rate limits for API requests. */
export function LimitsForm({ merchant, onClose }: { merchant: MerchantDetail; onClose: () => void }) {
  const t = useText()
  const { language } = usePreferences()
  const [initial] = useState(() => limitsOf(merchant.terms))
  const ceiling = initial.amountCeilingCents
  const form = useActionForm(UpdateLimitsDocument, {
    initialValues: {
      amountCeilingCents: ceiling === null ? '' : amountForInput(ceiling, language),
      readRate: String(initial.readRate),
      writeRate: String(initial.writeRate),
      searchRate: String(initial.searchRate),
    },
    schema: ({ amountCeilingCents }) =>
      z.object({
        amountCeilingCents: amountCeilingCents.trim() === '' ? hidden : amount({ t, language }),
        readRate: integer({ t, language }),
        writeRate: integer({ t, language }),
        searchRate: integer({ t, language }),
      }),
    request: (limits) => {
      const changes = changesOf(initial, limits)
      if (Object.keys(changes).length > 0) return { merchantId: merchant.id, limits: changes }
      onClose()
      return null
    },
    done: texts.limitsSaved,
    onDone: onClose,
  })
  return (
    <ActionForm form={form} submit={t(common.save)} onCancel={onClose}>
      <AmountField
        {...form.field('amountCeilingCents')}
        label={t(texts.ceiling)}
        description={t(texts.ceilingHint)}
      />
      <IntegerField {...form.field('readRate')} label={t(texts.readRate)} />
      <IntegerField {...form.field('writeRate')} label={t(texts.writeRate)} />
      <IntegerField {...form.field('searchRate')} label={t(texts.searchRate)} />
    </ActionForm>
  )
}
