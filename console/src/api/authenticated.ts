import { isSignedOut, Problem } from '../lib/problem.ts'
import { requestAuth } from './auth-challenge.ts'
import { changePerson } from './session-lifecycle.ts'
import { MeDocument } from './generated/graphql.ts'
import { send } from './send.ts'
import { tabOwner } from './person.ts'

/**
 * Runs an operation. Where the server refuses it because the session has ended or an identity must be proved again, the
 * person does so in place and the operation runs again: the refusal proves that nothing was done.
 * @throws what the operation throws, also when the person declined.
 */
export async function authenticated<Result>(operation: () => Promise<Result>): Promise<Result> {
  for (let refusals = 0; ;) {
    try {
      return await operation()
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const isOver = isSignedOut(error)
      if (!isOver && error.code !== 'step_up_required') throw error
      const passed = isOver
        ? await (refusals === 0 ? recoverSession() : requestAuth('sign-in', null))
        : await requestAuth('step-up', error.reason)
      if (!passed) throw error
      if (isOver) refusals += 1
    }
  }
}

let recovery: Promise<boolean> | null = null

/** One recovery for all operations that were refused together. */
function recoverSession(): Promise<boolean> {
  recovery ??= recover().finally(() => {
    recovery = null
  })
  return recovery
}

/** Another tab may have begun a session: of the owner of this tab, who goes on, or of another person. */
async function recover(): Promise<boolean> {
  const { me } = await send(MeDocument, {}).catch(() => ({ me: null }))
  if (me === null) return requestAuth('sign-in', null)
  if (me.id === tabOwner()) return true
  await changePerson(me)
  return false
}
