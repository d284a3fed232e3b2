import { Button, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { outcomes } from '../../../lib/i18n/common.ts'
import { account as texts } from '../texts.ts'
import { useChallenge, type AuthChallenge } from '../../../api/auth-challenge.ts'
import { changePerson, resumeSession } from '../../../api/session-lifecycle.ts'
import { tabOwner, type Me } from '../../../api/person.ts'
import { meQuery, useSignOut, fetchSignedInStaff } from '../../../api/session.ts'
import { DialogNote } from '../../../ui/dialogs/Dialog.tsx'
import { FormError } from '../../../ui/dialogs/Form.tsx'
import { useText } from '../../../ui/preferences.tsx'
import { ProviderSignIn } from '../ProviderSignIn.tsx'
import { SecondFactorSteps } from '../SecondFactorSteps.tsx'
import { PasswordForm } from '../PasswordForm.tsx'
import { SessionWarning } from './SessionWarning.tsx'
import classes from '../SignInPage.module.css'
import { StepUp } from './StepUp.tsx'
import { useSignInSteps } from '../sign-in-steps.ts'

/** Puts a challenge above all other dialogs. The other dialogs stay open below the challenge and keep their fields. */
const Z_INDEX = 1_000

/** Shows the open challenge, or the warning before the session ends if there is no challenge. */
export function Challenges() {
  const challenge = useChallenge()
  useEscape(challenge)
  return (
    <>
      {challenge?.kind === 'step-up' && <StepUpDialog challenge={challenge} />}
      {challenge?.kind === 'sign-in' && <SignInAgainDialog challenge={challenge} />}
      {challenge === null && <SessionWarning />}
    </>
  )
}

/** Declines a step-up on Escape. Captures the key press, so that Escape does not close the dialogs below. */
function useEscape(challenge: AuthChallenge | null): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || document.querySelector(`[data-auth-dialog]`) === null) return
      event.stopImmediatePropagation()
      if (challenge?.kind === 'step-up') challenge.settle(false)
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [challenge])
}

function StepUpDialog({ challenge }: { challenge: AuthChallenge }) {
  const t = useText()
  const close = () => challenge.settle(false)
  return (
    <Modal
      opened
      onClose={close}
      title={t(texts.codeTitle)}
      zIndex={Z_INDEX}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      data-auth-dialog
    >
      <StepUp challenge={challenge} />
    </Modal>
  )
}

/**
 * Dialog that covers the page after the session has ended. If the same person signs in, the page resumes. If another
 * person signs in, the console clears the tab for that person.
 */
function SignInAgainDialog({ challenge }: { challenge: AuthChallenge }) {
  const t = useText()
  const { data: me } = useQuery({ ...meQuery, enabled: false })
  const enter = (staff: Me) => {
    if (staff.id !== tabOwner()) return void changePerson(staff)
    resumeSession(staff)
    challenge.settle(true)
  }
  const steps = useSignInSteps(enter)
  const signOut = useSignOut({ isExpired: true })
  return (
    <Modal
      opened
      onClose={() => undefined}
      title={t(texts.againTitle)}
      zIndex={Z_INDEX}
      overlayProps={{ backgroundOpacity: 1, color: 'var(--page)' }}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      data-auth-dialog
    >
      <div className={classes.fields}>
        {steps.step.at === 'password' ? (
          <>
            <ProviderSignIn href="/oidc?return=/confirmed" poll={fetchSignedInStaff} onFound={enter} />
            <PasswordForm steps={steps} {...(me == null ? {} : { email: me.email })}>
              <DialogNote>{t(texts.againHint)}</DialogNote>
              {signOut.error !== null && (
                <FormError error={signOut.error} about={t(outcomes.signOutFailed)} />
              )}
              <Button variant="default" loading={signOut.isPending} onClick={() => signOut.mutate()}>
                {t(texts.leave)}
              </Button>
            </PasswordForm>
          </>
        ) : (
          <SecondFactorSteps steps={steps} onEntered={enter} />
        )}
      </div>
    </Modal>
  )
}
