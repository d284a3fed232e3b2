import { MarkEvidenceForwardedDocument } from '../../api/generated/graphql.ts'
import { ConfirmForm } from '../../shared/forms/ConfirmForm.tsx'
import { MutedText } from '../../ui/values/MutedText.tsx'
import { useText } from '../../ui/preferences.tsx'
import { evidence as texts } from './evidence-texts.ts'

/** Form to record that staff forwarded the evidence that this page shows. */
export function ForwardForm(props: {
  row: { id: string; merchantId: string }
  evidenceAt: string
  onClose: () => void
}) {
  const t = useText()
  const { row, evidenceAt, onClose } = props
  return (
    <ConfirmForm
      document={MarkEvidenceForwardedDocument}
      variables={{ merchantId: row.merchantId, caseId: row.id, evidenceAt }}
      submit={t(texts.forward)}
      done={texts.forwardDone}
      onDone={onClose}
      onCancel={onClose}
      details={<MutedText>{t(texts.audited)}</MutedText>}
    >
      {t(texts.forwardBody)}
    </ConfirmForm>
  )
}
