import type { AuditedContext } from '../../audit/record-audit.ts'
import { Problem } from '../../kernel/problem.ts'
import { completeSignIn } from '../../staff/sign-in/complete-sign-in.ts'
import type { SignInMethod } from '../../staff/sessions/session.ts'
import { signIn } from '../../staff/sign-in/sign-in.ts'
import { getStaff } from '../../staff/staff.queries.ts'
import type { Person, TestConsole } from '../clients/console-client.ts'
import type { World } from '../world.ts'

/** Where a person works, and an address of another network. */
export const OFFICE = '198.51.100.7'
export const ELSEWHERE = '203.0.113.9'
export const WRONG = 'wrong password'

/** What came of an attempt: `in`, or the reason of the refusal. */
export interface Tried {
  answer: string
  waitSeconds?: number | undefined
}

/** So many addresses, each of a network of its own. */
export const networks = (count: number, first = 0): string[] =>
  Array.from({ length: count }, (_, n) => `100.${64 + Math.floor((first + n) / 250)}.${(first + n) % 250}.1`)

export async function outcomeOf(work: () => Promise<unknown>): Promise<Tried> {
  try {
    await work()
    return { answer: 'in' }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { reason = error.code, retryAfterSeconds } = error.details
    return { answer: reason, waitSeconds: retryAfterSeconds }
  }
}

const nothing = () => Promise.resolve()

/** Sign-ins from wherever a test says. */
export class SignInAttempts {
  constructor(
    readonly world: World,
    readonly office: TestConsole,
  ) {}

  /** The context of a browser at this address. */
  contextAt(ip: string | null): AuditedContext {
    return { ...this.world.context('anonymous'), origin: { role: null, ip, userAgent: null } }
  }

  from(ip: string | null, email: string, password: string): Promise<Tried> {
    return outcomeOf(() => signIn(this.contextAt(ip), { email, password }))
  }

  /** The end of a sign-in, whatever it took. */
  async enter(ip: string, staffId: string, method: SignInMethod): Promise<void> {
    const staff = await getStaff(this.world.context(), staffId)
    await completeSignIn(this.contextAt(ip), staff, {
      method,
      provedAt: this.world.clock.now(),
      also: nothing,
    })
  }

  /** Somebody without an app who has signed in at the office. */
  async someone(): Promise<Person> {
    const person = await this.office.person('support')
    const { answer } = await this.from(OFFICE, person.email, person.password)
    if (answer !== 'in') throw new Error(`someone: ${answer}`)
    return person
  }

  /** Wrong passwords for an account, each from a network of its own; their answers. */
  async attack(email: string, count: number, first = 0): Promise<string[]> {
    const answers: string[] = []
    for (const ip of networks(count, first)) answers.push((await this.from(ip, email, WRONG)).answer)
    return answers
  }
}
