import { roles } from '../../lib/i18n/people/staff.ts'
import { invitation as texts } from './texts.ts'
import { executeMutation } from '../../api/client.ts'
import { AcceptInvitationDocument, InvitationOfferDocument } from '../../api/generated/graphql.ts'
import { useText } from '../../ui/preferences.tsx'
import { lazyForm } from '../../ui/forms/lazy-form.tsx'
import { OneTimeLinkPage } from './OneTimeLinkPage.tsx'

const ChoosePassword = lazyForm(async () => (await import('./ChoosePassword.tsx')).ChoosePassword)

/** The page on which an invited person accepts the invitation. */
export function InvitationPage() {
  const t = useText()
  return (
    <OneTimeLinkPage
      path="/invitation"
      words={texts}
      document={InvitationOfferDocument}
      offerOf={({ invitation }) => invitation}
    >
      {({ name, email, role }, { token, onDone }) => (
        <ChoosePassword
          name={name}
          email={email}
          about={t(texts.as(email, t(roles[role])))}
          submit={t(texts.submit)}
          onPassword={(password) => executeMutation(AcceptInvitationDocument, { token, password })}
          onDone={onDone}
        />
      )}
    </OneTimeLinkPage>
  )
}
