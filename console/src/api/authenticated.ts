import { isSignedOut, Problem } from '../lib/problem.ts'
import { requestAuth } from './auth-challenge.ts'
import { changePerson } from './session-lifecycle.ts'
import { MeDocument } from './generated/graphql.ts'
import { send } from './send.ts'
import { tabOwner } from './person.ts'

/**
 * Runs an operation. If the server refuses the operation with `unauthorized` or `step_up_required`, opens the challenge
 * and runs the operation again after the person passed the challenge. The repetition is safe, because the server
 * refuses an operation before the operation changes anything. After such a refusal, this function calls `mayChallenge`.
 * If `mayChallenge` returns false, for example because no page needs the result, no challenge opens.
 * @throws The error of the operation, if the error requires no challenge, `mayChallenge` returned false, or the person
 *   declined the challenge.
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

/**
 * Checks the session and opens a sign-in challenge if necessary. Operations that the server refuses at the same time
 * share one check.
 */
function recoverSession(): Promise<boolean> {
  recovery ??= recover().finally(() => {
    recovery = null
  })
  return recovery
}

/**
 * Asks the server whether a person has signed in in another tab. Without a session, opens a sign-in challenge. Resolves
 * to true when the owner of this tab is signed in. If another person is signed in, hands this tab over to that person
 * and resolves to false.
 */
async function recover(): Promise<boolean> {
  const { me } = await send(MeDocument, {}).catch(() => ({ me: null }))
  if (me === null) return requestAuth('sign-in', null)
  if (me.id === tabOwner()) return true
  await changePerson(me)
  return false
}
