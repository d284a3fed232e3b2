import { useState } from 'react'
import { useAction } from '../../api/action.ts'
import { UpdateLimitsDocument } from '../../api/generated/graphql.ts'
import { changesOf } from './changes.ts'
import { common } from '../../lib/i18n/common.ts'
import { merchants as texts } from '../../lib/i18n/finance/merchants.ts'
import { parseInteger } from '../../lib/values/integer.ts'
import { AmountInput, useAmount } from '../../ui/fields/AmountInput.tsx'
import { DialogForm } from '../../ui/dialogs/Dialog.tsx'
import { useText } from '../../ui/preferences.tsx'
import { IntegerInput } from '../../ui/fields/IntegerInput.tsx'
import type { MerchantDetail } from './merchant.query.ts'

const limitsOf = (terms: MerchantDetail['terms']) => ({
  amountCeilingCents: terms.amountCeilingCents,
  readRate: terms.readRate,
  writeRate: terms.writeRate,
  searchRate: terms.searchRate,
})

/** Changes the maximum amount of a charge and the rate limits of the API. */
export function LimitsForm({ merchant, onClose }: { merchant: MerchantDetail; onClose: () => void }) {
  const t = useText()
  const { terms } = merchant
  const [initial] = useState(() => limitsOf(terms))
  const ceiling = useAmount(terms.amountCeilingCents)
  const [read, setRead] = useState(String(terms.readRate))
  const [write, setWrite] = useState(String(terms.writeRate))
  const [search, setSearch] = useState(String(terms.searchRate))
  const update = useAction(UpdateLimitsDocument, {
    done: texts.limitsSaved,
    onDone: onClose,
  })
  const submit = () => {
    const [readRate, writeRate, searchRate] = [read, write, search].map(parseInteger)
    const open = ceiling.text.trim() === ''
    const amountCeilingCents = open ? null : ceiling.read()
    if ((amountCeilingCents === null && !open) || readRate == null || writeRate == null) return
    if (searchRate == null) return
    const changes = changesOf(initial, { amountCeilingCents, readRate, writeRate, searchRate })
    if (Object.keys(changes).length === 0) onClose()
    else update.mutate({ merchantId: merchant.id, limits: changes })
  }
  return (
    <DialogForm
      submit={t(common.save)}
      busy={update.isPending}
      error={update.error}
      onSubmit={submit}
      onCancel={onClose}
    >
      <AmountInput amount={ceiling} label={t(texts.ceiling)} description={t(texts.ceilingHint)} />
      <IntegerInput label={t(texts.readRate)} text={read} onChange={setRead} />
      <IntegerInput label={t(texts.writeRate)} text={write} onChange={setWrite} />
      <IntegerInput label={t(texts.searchRate)} text={search} onChange={setSearch} />
    </DialogForm>
  )
}
