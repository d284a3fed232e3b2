import { Modal } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useQuestion, type Question } from '../../api/ask.ts'
import { meQuery, whoCameIn, type Me } from '../../api/session.ts'
import { account as texts } from '../../lib/i18n/account.ts'
import { DialogNote } from '../../ui/Dialog.tsx'
import { useText } from '../../ui/preferences.tsx'
import { Button } from '@mantine/core'
import { ProviderWay } from './AtProvider.tsx'
import { LaterSteps } from './LaterSteps.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { SessionWarning } from './SessionWarning.tsx'
import classes from './SignInPage.module.css'
import { StepUp } from './StepUp.tsx'
import { useSteps } from './steps.ts'

/** Above every other dialog: what they hold stays as it is. */
const Z_INDEX = 1_000

/**
 * Asks who it is, again or still, over whatever is on the screen, and warns before a session ends. `onLeave` is
 * called when somebody whose session has ended does not want to go on.
 */
export function Guardian({ onLeave }: { onLeave: () => void }) {
  const question = useQuestion()
  useEscape(question)
  return (
    <>
      {question?.matter === 'step-up' && <StepUpDialog question={question} />}
      {question?.matter === 'sign-in' && <SignInAgain question={question} />}
      {question === null && <SessionWarning onLeave={onLeave} />}
    </>
  )
}

/** Escape answers the question alone. Heard before any dialog hears it, which would close what lies below. */
function useEscape(question: Question | null): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || document.querySelector(`[data-guardian]`) === null) return
      event.stopImmediatePropagation()
      if (question?.matter === 'step-up') question.settle(false)
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [question])
}

function StepUpDialog({ question }: { question: Question }) {
  const t = useText()
  const close = () => question.settle(false)
  return (
    <Modal
      opened
      onClose={close}
      title={t(texts.codeTitle)}
      zIndex={Z_INDEX}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      data-guardian
    >
      <StepUp question={question} />
    </Modal>
  )
}

/** A session that ended: whoever had it signs in again; anybody else begins with a console of their own. */
function SignInAgain({ question }: { question: Question }) {
  const t = useText()
  const client = useQueryClient()
  const { data: me } = useQuery({ ...meQuery, enabled: false })
  const enter = (staff: Me) => {
    if (me != null && me.id !== staff.id) window.location.assign('/')
    else {
      client.setQueryData(meQuery.queryKey, staff)
      question.settle(true)
    }
  }
  const steps = useSteps(enter)
  return (
    <Modal
      opened
      onClose={() => undefined}
      title={t(texts.againTitle)}
      zIndex={Z_INDEX}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      data-guardian
    >
      <div className={classes['fields']}>
        {steps.step.at === 'password' ? (
          <>
            <ProviderWay href="/oidc?return=/confirmed" look={whoCameIn} onFound={enter} />
            <PasswordForm steps={steps} {...(me == null ? {} : { email: me.email })}>
              <DialogNote>{t(texts.againHint)}</DialogNote>
              <Button variant="default" onClick={() => question.settle(false)}>
                {t(texts.leave)}
              </Button>
            </PasswordForm>
          </>
        ) : (
          <LaterSteps steps={steps} onEntered={enter} />
        )}
      </div>
    </Modal>
  )
}
