import { useChallenge } from '../../api/auth-challenge.ts'
import { useIsSessionEnding } from '../../api/session-timer.ts'
import classes from './AuthDialogs.module.css'
import { lazyComponent, useWasTrue } from '../../ui/lazy-component.tsx'

const Challenges = lazyComponent(async () => (await import('./challenges/Challenges.tsx')).Challenges, {
  preload: true,
})

/** Shows the sign-in and step-up challenges over the current page, and the warning before the session ends. */
export function AuthDialogs() {
  const isChallenged = useChallenge() !== null
  const isEnding = useIsSessionEnding()
  if (!useWasTrue(isChallenged || isEnding)) return null
  // If the script of the challenges fails to load, this element shows the error message on top of the page. The dialogs
  // themselves render outside this element.
  return (
    <div className={classes.layer}>
      <Challenges />
    </div>
  )
}
