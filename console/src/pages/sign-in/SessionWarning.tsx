import { Button, Modal } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { requestAuth } from '../../api/auth-challenge.ts'
import { extendSession, refreshSecondsLeft, useSignOut } from '../../api/session.ts'
import { useSecondsLeft } from '../../api/session-timer.ts'
import { account as texts } from '../../lib/i18n/people/account.ts'
import { DialogNote } from '../../ui/dialogs/Dialog.tsx'
import { shell } from '../../lib/i18n/shell.ts'
import { FormActions, FormError } from '../../ui/dialogs/Form.tsx'
import { useText } from '../../ui/preferences.tsx'
import classes from './SignInPage.module.css'

/** So long before the end the person is told (WCAG 2.2.1). */
const WARN_SECONDS = 120

/** Warns that the session is about to end, and extends it. At its end the person is asked to sign in again. */
export function SessionWarning() {
  const t = useText()
  const seconds = useSecondsLeft()
  const isNear = seconds !== null && seconds <= WARN_SECONDS
  const isOver = seconds === 0
  const [looked, setLooked] = useState(false)
  const stay = useMutation({ mutationFn: extendSession, meta: { changesData: false } })
  const leave = useSignOut({ isExpired: true })

  // Another window may have kept it: the server is asked before anybody is alarmed.
  useEffect(() => {
    setLooked(false)
    if (isNear) void refreshSecondsLeft().finally(() => setLooked(true))
  }, [isNear])
  useEffect(() => {
    if (isOver) void requestAuth('sign-in', null)
  }, [isOver])

  if (!isNear || isOver || !looked) return null
  // Extended, and still near its end: it has come to the longest that a session lasts.
  const isLast = stay.isSuccess
  return (
    <Modal
      opened
      onClose={() => stay.mutate()}
      title={t(texts.endingTitle)}
      zIndex={900}
      withCloseButton={false}
      closeOnClickOutside={false}
    >
      <div className={classes['fields']}>
        <DialogNote>{t(isLast ? texts.limitReached : texts.endingIn(seconds))}</DialogNote>
        {leave.error !== null && <FormError error={leave.error} about={t(shell.signOutFailed)} />}
        <FormActions onCancel={() => leave.mutate()} cancel={t(texts.leave)}>
          <Button
            data-autofocus
            loading={stay.isPending}
            onClick={() => (isLast ? void requestAuth('sign-in', null) : stay.mutate())}
          >
            {t(isLast ? texts.signInAgain : texts.stay)}
          </Button>
        </FormActions>
      </div>
    </Modal>
  )
}
