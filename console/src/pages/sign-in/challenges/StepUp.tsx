import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { provider } from '../provider-texts.ts'
import { account as texts } from '../texts.ts'
import type { AuthChallenge } from '../../../api/auth-challenge.ts'
import { fetchStepUpDone, stepUp } from '../../../api/session.ts'
import { common } from '../../../lib/i18n/common.ts'
import { CodeForm } from '../second-factor/CodeForm.tsx'
import { DialogNote } from '../../../ui/dialogs/Dialog.tsx'
import { topmostTitle } from '../../../ui/dialogs/open-titles.ts'
import { useText } from '../../../ui/preferences.tsx'
import { ProviderTabButton } from '../ProviderSignIn.tsx'
import { EnrolTotp } from '../EnrolTotp.tsx'
import classes from '../SignInPage.module.css'

/** The dialog content for the step-up method that the server requires. */
export function StepUp({ challenge }: { challenge: AuthChallenge }) {
  if (challenge.reason === 'enrolment_needed')
    return <EnrolTotp onDone={() => challenge.settle(true)} onCancel={() => challenge.settle(false)} needed />
  if (challenge.reason === 'provider_needed') return <ProviderStepUp challenge={challenge} />
  return <CodeStepUp challenge={challenge} />
}

function ProviderStepUp({ challenge }: { challenge: AuthChallenge }) {
  const t = useText()
  return (
    <div className={classes.fields}>
      <DialogNote>{`${t(texts.stepUpHint(topmostTitle()))} ${t(provider.proveHint)}`}</DialogNote>
      <ProviderTabButton
        href="/oidc/step-up"
        label={t(provider.prove)}
        poll={fetchStepUpDone}
        onFound={() => challenge.settle(true)}
      />
      <Button variant="default" onClick={() => challenge.settle(false)}>
        {t(common.cancel)}
      </Button>
    </div>
  )
}

function CodeStepUp({ challenge }: { challenge: AuthChallenge }) {
  const t = useText()
  const prove = useMutation({
    gcTime: 0,
    meta: { changesData: false },
    mutationFn: stepUp,
    onSuccess: () => challenge.settle(true),
  })
  return (
    <CodeForm
      hint={`${t(texts.stepUpHint(topmostTitle()))} ${t(texts.codeHint)}`}
      submit={t(texts.confirm)}
      busy={prove.isPending}
      error={prove.error}
      onCode={prove.mutateAsync}
      onCancel={() => challenge.settle(false)}
    />
  )
}
