import { IconLinkOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { identities as texts } from '../lib/i18n/people/accounts.ts'
import type { IdentityFieldsFragment } from '../api/generated/graphql.ts'
import type { Text } from '../lib/text.ts'
import { ActionDialog } from '../ui/dialogs/Dialog.tsx'
import { Section } from '../ui/Page.tsx'
import { useText } from '../ui/preferences.tsx'
import { When } from '../ui/values/When.tsx'

/** The accounts at the identity provider that are linked to a person's staff account, each with an unlink button. */
export function Identities(props: {
  identities: readonly IdentityFieldsFragment[]
  /** Why the unlink buttons are disabled; null when they are enabled. */
  disabledReason: Text | null
  /** Returns the form that asks for confirmation before it unlinks the account at the identity provider. */
  form: (issuer: string, close: () => void) => ReactNode
}) {
  const t = useText()
  return (
    <Section title={t(texts.linked)}>
      {props.identities.length === 0 && <p>{t(texts.notLinked)}</p>}
      {props.identities.map(({ issuer, subject, linkedAt }) => (
        <div key={issuer}>
          <p>
            {t(texts.linkedTo(subject, issuer))} <When at={linkedAt} precision="day" />
          </p>
          <ActionDialog
            icon={IconLinkOff}
            label={t(texts.unlink)}
            title={t(texts.unlink)}
            disabledReason={props.disabledReason}
          >
            {(close) => props.form(issuer, close)}
          </ActionDialog>
        </div>
      ))}
    </Section>
  )
}
