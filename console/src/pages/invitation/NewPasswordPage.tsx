import { newPassword as texts } from './texts.ts'
import { executeMutation } from '../../api/client.ts'
import { PasswordOfferDocument, SetPasswordByLinkDocument } from '../../api/generated/graphql.ts'
import { useText } from '../../ui/preferences.tsx'
import { lazyForm } from '../../ui/forms/lazy-form.tsx'
import { OneTimeLinkPage } from './OneTimeLinkPage.tsx'

const ChoosePassword = lazyForm(async () => (await import('./ChoosePassword.tsx')).ChoosePassword)

/** The page on which a person sets a new password with a one-time link. */
export function NewPasswordPage() {
  const t = useText()
  return (
    <OneTimeLinkPage
      path="/new-password"
      words={texts}
      document={PasswordOfferDocument}
      offerOf={({ passwordOffer }) => passwordOffer}
    >
      {({ name, email }, { token, onDone }) => (
        <ChoosePassword
          name={name}
          email={email}
          about={t(texts.as(email))}
          submit={t(texts.submit)}
          onPassword={(password) => executeMutation(SetPasswordByLinkDocument, { token, password })}
          onDone={onDone}
        />
      )}
    </OneTimeLinkPage>
  )
}
