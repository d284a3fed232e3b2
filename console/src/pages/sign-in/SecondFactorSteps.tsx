import { account as texts } from './texts.ts'
import { CodeForm } from './second-factor/CodeForm.tsx'
import { useText } from '../../ui/preferences.tsx'
import { RecoveryCodes } from './second-factor/RecoveryCodes.tsx'
import { TotpSetup } from './second-factor/TotpSetup.tsx'
import type { Me } from '../../api/person.ts'
import type { SignInSteps } from './sign-in-steps.ts'

/** The sign-in steps after the password: a code, or enrolling an authenticator app. */
export function SecondFactorSteps({
  steps,
  onEntered,
}: {
  steps: SignInSteps
  onEntered: (staff: Me) => void
}) {
  const t = useText()
  const { step, code, enrol, restart } = steps
  if (step.at === 'enrol') {
    return (
      <TotpSetup
        {...step.offer}
        busy={enrol.isPending}
        error={enrol.error}
        onCode={enrol.mutateAsync}
        onCancel={restart}
      />
    )
  }
  if (step.at === 'codes') {
    const { recoveryCodes, staff } = step.entered
    return <RecoveryCodes codes={recoveryCodes} onDone={() => onEntered(staff)} />
  }
  return (
    <CodeForm
      hint={t(texts.codeHint)}
      submit={t(texts.confirm)}
      cancel={t(texts.otherAccount)}
      busy={code.isPending}
      error={code.error}
      onCode={code.mutateAsync}
      onCancel={restart}
    />
  )
}
