import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pageNames } from '../../lib/i18n/page-names.ts'
import { provider } from './provider-texts.ts'
import { account as texts } from './texts.ts'
import { AccountSecurityDocument, type AccountSecurityQuery } from '../../api/generated/graphql.ts'
import { gqlQuery } from '../../api/query.ts'
import { Identities } from '../../shared/Identities.tsx'
import { OwnName } from '../../shared/person/OwnName.tsx'
import { ActionDialog, Dialog } from '../../ui/dialogs/Dialog.tsx'
import { lazyForm } from '../../ui/forms/lazy-form.tsx'
import { Loaded } from '../../ui/lists/Loaded.tsx'
import { Page, Section } from '../../ui/Page.tsx'
import { useText } from '../../ui/preferences.tsx'
import { RecoveryCodes } from './second-factor/RecoveryCodes.tsx'
import { BlocksSkeleton } from '../../ui/lists/Skeletons.tsx'
import { EnrolTotp } from './EnrolTotp.tsx'

const ChangePassword = lazyForm(async () => (await import('./ChangePassword.tsx')).ChangePassword)
const RenewForm = lazyForm(async () => (await import('./SecurityForms.tsx')).RenewForm)
const UnlinkForm = lazyForm(async () => (await import('./SecurityForms.tsx')).UnlinkForm)

/** The security settings of the signed-in person. */
export function SecurityPage() {
  const t = useText()
  const query = useQuery(gqlQuery(AccountSecurityDocument, {}))
  return (
    <Page title={t(pageNames.security)} description={<OwnName />}>
      <Loaded withCard query={query} skeleton={<BlocksSkeleton heights={[120, 120, 320]} />}>
        {({ accountSecurity }) => <Security security={accountSecurity} />}
      </Loaded>
    </Page>
  )
}

function Security({ security }: { security: AccountSecurityQuery['accountSecurity'] }) {
  const t = useText()
  const isLocal = security.method === 'local'
  return (
    <>
      {isLocal && (
        <Section title={t(texts.app)}>
          <p>{t(security.hasTotp ? texts.appOn : texts.appOff)}</p>
          <ActionDialog
            label={t(security.hasTotp ? texts.replace : texts.setUp)}
            title={t(texts.enrolTitle)}
            disabledReason={null}
          >
            {(close) => <EnrolTotp onDone={close} onCancel={close} />}
          </ActionDialog>
        </Section>
      )}
      {security.identities.length > 0 && (
        <Identities
          identities={security.identities}
          disabledReason={isLocal ? null : provider.needsPassword}
          form={(issuer, close) => <UnlinkForm issuer={issuer} onClose={close} />}
        />
      )}
      {security.hasTotp && <RecoveryCodesSection left={security.recoveryCodesLeft} />}
      {isLocal && (
        <Section title={t(texts.passwordTitle)}>
          <ChangePassword />
        </Section>
      )}
    </>
  )
}

/**
 * The number of unused recovery codes, and a button that replaces all codes. Only this component keeps the new codes,
 * and only while it shows them.
 */
function RecoveryCodesSection({ left }: { left: number }) {
  const t = useText()
  const [codes, setCodes] = useState<string[] | null>(null)
  return (
    <Section title={t(texts.codesSection)}>
      <p>{t(texts.codesLeft(left))}</p>
      <ActionDialog label={t(texts.renew)} title={t(texts.renew)} disabledReason={null}>
        {(close) => (
          <RenewForm
            onCancel={close}
            onCodes={(fresh) => {
              close()
              setCodes(fresh)
            }}
          />
        )}
      </ActionDialog>
      <Dialog opened={codes !== null} title={t(texts.codesTitle)} onClose={() => undefined}>
        {codes !== null && <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />}
      </Dialog>
    </Section>
  )
}
