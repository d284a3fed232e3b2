import { executeMutation } from '../../api/client.ts'
import { RevealMerchantDocumentDocument, RevealPayerDocumentDocument } from '../../api/generated/graphql.ts'
import { reveal as texts } from '../../lib/i18n/people/staff.ts'
import { useText } from '../../ui/preferences.tsx'
import { ReasonForm } from './ConfirmForm.tsx'

export type DocumentOwner = { kind: 'payer'; chargeId: string } | { kind: 'merchant'; merchantId: string }

async function fetchDocument(owner: DocumentOwner, reason: string): Promise<string> {
  if (owner.kind === 'merchant') {
    const { merchantId } = owner
    return (await executeMutation(RevealMerchantDocumentDocument, { merchantId, reason }))
      .revealMerchantDocument
  }
  const { chargeId } = owner
  return (await executeMutation(RevealPayerDocumentDocument, { chargeId, reason })).revealPayerDocument
}

/** Form that asks why a person must see a CPF or CNPJ. Passes the complete CPF or CNPJ to `onShown`. */
export function RevealForm(props: {
  owner: DocumentOwner
  onShown: (document: string) => void
  onClose: () => void
}) {
  const t = useText()
  return (
    <ReasonForm
      document={({ reason }: { reason: string }) => fetchDocument(props.owner, reason)}
      variables={(reason) => ({ reason })}
      submit={t(texts.show)}
      onDone={props.onShown}
      onCancel={props.onClose}
    >
      {t(texts.body)}
    </ReasonForm>
  )
}
