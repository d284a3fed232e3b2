import { isSignedOut, Problem } from '../lib/problem.ts'
import { requestAuth } from './auth-challenge.ts'
import { changePerson } from './session-lifecycle.ts'
import { MeDocument } from './generated/graphql.ts'
import { send } from './send.ts'
import { tabOwner } from './person.ts'

/**
 * Runs an operation. If the server refuses it with `unauthorized` or `step_up_required`, opens the challenge
 * and runs the operation again afterwards. Repeating is safe: such a refusal means that nothing was done.
 * @throws What the operation throws, also when the person declines the challenge.
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

/** Shares one recovery among all operations that were refused at the same time. */
function recoverSession(): Promise<boolean> {
  recovery ??= recover().finally(() => {
    recovery = null
  })
  return recovery
}

/**
 * Checks first whether another tab has signed in: as the owner of this tab, who continues, or as another
 * person, who takes the tab over.
 */
async function recover(): Promise<boolean> {
  const { me } = await send(MeDocument, {}).catch(() => ({ me: null }))
  if (me === null) return requestAuth('sign-in', null)
  if (me.id === tabOwner()) return true
  await changePerson(me)
  return false
}
