import { identities } from '../../lib/i18n/people/accounts.ts'
import { provider } from './provider-texts.ts'
import { account as texts } from './texts.ts'
import { RenewRecoveryCodesDocument, UnlinkMyIdentityDocument } from '../../api/generated/graphql.ts'
import { ConfirmForm } from '../../shared/forms/ConfirmForm.tsx'
import { useText } from '../../ui/preferences.tsx'

/** Form that replaces the recovery codes and passes the new codes to `onCodes`. */
export function RenewForm(props: { onCancel: () => void; onCodes: (codes: string[]) => void }) {
  const t = useText()
  return (
    <ConfirmForm
      document={RenewRecoveryCodesDocument}
      variables={{}}
      submit={t(texts.renew)}
      onDone={({ renewRecoveryCodes }) => props.onCodes(renewRecoveryCodes)}
      onCancel={props.onCancel}
    >
      {t(texts.renewHint)}
    </ConfirmForm>
  )
}

/** Form that removes the link between the person's own staff account and the account at the identity provider. */
export function UnlinkForm({ issuer, onClose }: { issuer: string; onClose: () => void }) {
  const t = useText()
  return (
    <ConfirmForm
      danger
      document={UnlinkMyIdentityDocument}
      variables={{ issuer }}
      submit={t(identities.unlink)}
      done={identities.unlinked}
      onDone={onClose}
      onCancel={onClose}
    >
      {t(provider.unlinkMineBody)}
    </ConfirmForm>
  )
}
