import { Button, Modal } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { outcomes } from '../../../lib/i18n/common.ts'
import { account as texts } from '../texts.ts'
import { requestAuth } from '../../../api/auth-challenge.ts'
import { extendSession, refreshSecondsLeft, useSignOut } from '../../../api/session.ts'
import { useIsSessionEnding, useSecondsLeft } from '../../../api/session-timer.ts'
import { DialogNote } from '../../../ui/dialogs/Dialog.tsx'
import { FormActions, FormError } from '../../../ui/dialogs/Form.tsx'
import { useText } from '../../../ui/preferences.tsx'
import classes from '../SignInPage.module.css'

/**
 * Warns that the session is about to end, and offers to extend the session. When the session ends, this component opens
 * the sign-in dialog.
 */
export function SessionWarning() {
  const t = useText()
  const seconds = useSecondsLeft()
  const isEnding = useIsSessionEnding()
  const isOver = seconds === 0
  const [isChecked, setChecked] = useState(false)
  const extend = useMutation({ mutationFn: extendSession, meta: { changesData: false } })
  const signOut = useSignOut({ isExpired: true })

  // Before the warning, ask the server how many seconds the session has left, because another tab may have extended
  // the session.
  useEffect(() => {
    setChecked(false)
    if (isEnding) void refreshSecondsLeft().finally(() => setChecked(true))
  }, [isEnding])
  useEffect(() => {
    if (isOver) void requestAuth('sign-in', null)
  }, [isOver])

  if (seconds === null || !isEnding || isOver || !isChecked) return null
  // If the session still ends soon after an extension, the session has reached its maximum length.
  const isLast = extend.isSuccess
  return (
    <Modal
      opened
      onClose={() => extend.mutate()}
      title={t(texts.endingTitle)}
      zIndex={900}
      withCloseButton={false}
      closeOnClickOutside={false}
    >
      <div className={classes.fields}>
        <DialogNote>{t(isLast ? texts.limitReached : texts.endingIn(seconds))}</DialogNote>
        {signOut.error !== null && <FormError error={signOut.error} about={t(outcomes.signOutFailed)} />}
        <FormActions onCancel={() => signOut.mutate()} cancel={t(texts.leave)}>
          <Button
            data-autofocus
            loading={extend.isPending}
            onClick={() => (isLast ? void requestAuth('sign-in', null) : extend.mutate())}
          >
            {t(isLast ? texts.signInAgain : texts.stay)}
          </Button>
        </FormActions>
      </div>
    </Modal>
  )
}
