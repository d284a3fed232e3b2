import { isSignedOut, Problem } from '../lib/problem.ts'
import { requestAuth } from './auth-challenge.ts'
import { changePerson } from './session-lifecycle.ts'
import { MeDocument } from './generated/graphql.ts'
import { send } from './send.ts'
import { tabOwner } from './person.ts'

/**
 * Runs an operation. If the server refuses it with `unauthorized` or `step_up_required`, opens the challenge
 * and runs the operation again afterwards. Repeating is safe: such a refusal means that nothing was done.
 * `mayChallenge` is called after a refusal. It returns false when nobody waits for the operation.
 * @throws What the operation throws, also when the person declines the challenge.
 */
export async function authenticated<Result>(
  operation: () => Promise<Result>,
  mayChallenge: () => boolean = () => true,
): Promise<Result> {
  for (let refusals = 0; ;) {
    try {
      return await operation()
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const isOver = isSignedOut(error)
      if ((!isOver && error.code !== 'step_up_required') || !mayChallenge()) throw error
      const passed = isOver
        ? await (refusals === 0 ? recoverSession() : requestAuth('sign-in', null))
        : await requestAuth('step-up', error.reason)
      if (!passed) throw error
      if (isOver) refusals += 1
    }
  }
}

let recovery: Promise<boolean> | null = null

/** Recovers the session. Operations that are refused at the same time share one recovery. */
function recoverSession(): Promise<boolean> {
  recovery ??= recover().finally(() => {
    recovery = null
  })
  return recovery
}

/**
 * Checks first whether a person has signed in in another tab. The owner of this tab continues here. For
 * another person, this tab is cleared and changes to that person.
 */
async function recover(): Promise<boolean> {
  const { me } = await send(MeDocument, {}).catch(() => ({ me: null }))
  if (me === null) return requestAuth('sign-in', null)
  if (me.id === tabOwner()) return true
  await changePerson(me)
  return false
}
