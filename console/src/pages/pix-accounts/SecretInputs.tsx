import { PasswordField } from '../../ui/fields/PasswordField.tsx'
import type { FieldProps } from '../../ui/forms/field-props.ts'
import { PemField } from '../../ui/forms/PemField.tsx'
import { useText } from '../../ui/preferences.tsx'
import { accountForms as texts } from './form-texts.ts'
import type { SecretFields } from './secret-fields.ts'

/** The inputs for the secrets of a receiving account. The browser does not offer to save these secrets. */
export function SecretInputs({ field }: { field: (name: keyof SecretFields) => FieldProps<string> }) {
  const t = useText()
  return (
    <>
      <PasswordField autoComplete="new-password" label={t(texts.clientSecret)} {...field('clientSecret')} />
      <PasswordField
        autoComplete="new-password"
        label={t(texts.appKey)}
        description={t(texts.appKeyHint)}
        {...field('appKey')}
      />
      <PemField
        label={t(texts.certificate)}
        description={t(texts.certificateHint)}
        {...field('certificate')}
      />
      <PemField label={t(texts.privateKey)} description={t(texts.privateKeyHint)} {...field('privateKey')} />
    </>
  )
}
