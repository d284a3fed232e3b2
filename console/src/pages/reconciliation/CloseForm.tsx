import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../../api/action.ts'
import {
  CloseReconciliationExceptionDocument,
  type ReconciliationExceptionsQuery,
} from '../../api/generated/graphql.ts'
import { nothingMoves, reconciliation as texts, remedyName } from './texts.ts'
import { Callout } from '../../ui/Callout.tsx'
import { useText } from '../../ui/preferences.tsx'
import { ReasonForm } from '../../ui/dialogs/ReasonForm.tsx'

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

/** Closes an exception with a remedy, which posts a correcting entry, or with none. */
export function CloseForm({ row, onClose }: { row: Row; onClose: () => void }) {
  const t = useText()
  const { merchantId, id } = row
  const [remedy, setRemedy] = useState<Remedy>('none')
  const remedies = REMEDIES[row.kind]
  const close = useAction(CloseReconciliationExceptionDocument, {
    done: texts.closedDone,
    onDone: onClose,
  })
  return (
    <ReasonForm
      submit={t(texts.close)}
      busy={close.isPending}
      error={close.error}
      onSubmit={(resolution) => close.mutate({ merchantId, id, resolution, remedy })}
      onCancel={onClose}
      fields={
        <>
          <NativeSelect
            label={t(texts.remedy)}
            value={remedy}
            onChange={({ currentTarget: { value } }) =>
              setRemedy(remedies.find((one) => one === value) ?? 'none')
            }
            data={remedies.map((value) => ({ value, label: t(remedyName[value]) }))}
          />
          {remedy === 'none' && <Callout tone="warning" title={t(nothingMoves[row.kind])} />}
        </>
      }
    >
      {t(texts.closeBody)}
    </ReasonForm>
  )
}
