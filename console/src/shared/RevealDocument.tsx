import { useMutation } from '@tanstack/react-query'
import { IconEye } from '@tabler/icons-react'
import { executeMutation } from '../api/client.ts'
import { RevealMerchantDocumentDocument, RevealPayerDocumentDocument } from '../api/generated/graphql.ts'
import { useRefusal } from '../api/me.ts'
import { formatDocument } from '../lib/values/document.ts'
import { reveal as texts } from '../lib/i18n/people/staff.ts'
import { useExpiringValue } from '../ui/use-expiring-value.ts'
import { ActionDialog } from '../ui/dialogs/Dialog.tsx'
import { useText } from '../ui/preferences.tsx'
import { ReasonForm } from '../ui/dialogs/ReasonForm.tsx'

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

/**
 * A masked document, and the complete one for thirty seconds after the person gave a reason. Only this
 * component keeps it.
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

function RevealForm(props: {
  owner: DocumentOwner
  onShown: (document: string) => void
  onClose: () => void
}) {
  const t = useText()
  const reveal = useMutation({
    gcTime: 0,
    // A mutation result is cached, so the mutation passes the document on and returns nothing.
    mutationFn: async (reason: string) => props.onShown(await fetchDocument(props.owner, reason)),
  })
  return (
    <ReasonForm
      submit={t(texts.show)}
      busy={reveal.isPending}
      error={reveal.error}
      onSubmit={(reason) => reveal.mutate(reason)}
      onCancel={props.onClose}
    >
      {t(texts.body)}
    </ReasonForm>
  )
}
