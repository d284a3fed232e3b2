import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Question } from '../../api/ask.ts'
import { isProvedByNow, stepUp } from '../../api/session.ts'
import { account as texts } from '../../lib/i18n/account.ts'
import { common } from '../../lib/i18n/common.ts'
import { provider } from '../../lib/i18n/provider.ts'
import { CodeForm } from '../../ui/CodeForm.tsx'
import { DialogNote } from '../../ui/Dialog.tsx'
import { useText } from '../../ui/preferences.tsx'
import { InAnotherTab } from './AtProvider.tsx'
import { Enrol } from './Enrol.tsx'
import classes from './SignInPage.module.css'

/** Has the person prove who they are, in the way that the server asked for. */
export function StepUp({ question }: { question: Question }) {
  if (question.reason === 'enrolment_needed')
    return <Enrol onDone={() => question.settle(true)} onCancel={() => question.settle(false)} needed />
  if (question.reason === 'provider_needed') return <ProveAtProvider question={question} />
  return <GiveCode question={question} />
}

function ProveAtProvider({ question }: { question: Question }) {
  const t = useText()
  return (
    <div className={classes['fields']}>
      <DialogNote>{`${t(texts.stepUpHint)} ${t(provider.proveHint)}`}</DialogNote>
      <InAnotherTab
        href="/oidc/step-up"
        label={t(provider.prove)}
        look={isProvedByNow}
        onFound={() => question.settle(true)}
      />
      <Button variant="default" onClick={() => question.settle(false)}>
        {t(common.cancel)}
      </Button>
    </div>
  )
}

function GiveCode({ question }: { question: Question }) {
  const t = useText()
  const prove = useMutation({
    gcTime: 0,
    meta: { changesData: false },
    mutationFn: stepUp,
    onSuccess: () => question.settle(true),
  })
  return (
    <CodeForm
      hint={`${t(texts.stepUpHint)} ${t(texts.codeHint)}`}
      submit={t(texts.confirm)}
      busy={prove.isPending}
      error={prove.error}
      onCode={prove.mutateAsync}
      onCancel={() => question.settle(false)}
    />
  )
}
