import { z } from 'zod'
import { fault, Faults, text } from '../../http/parse.ts'
import type { Context } from '../../kernel/context.ts'
import type { ProblemDetails } from '../../kernel/problem.ts'
import { isSubscribable } from '../events/event-types.ts'
import { parseWebhookUrl } from '../sending/public-url.ts'
import type { WithSender } from '../sending/sender.ts'

const EVENT_TYPES_GIVEN_MAX = 30

/** An address as it must be written; where it leads is another question. */
export const urlInput = text(10, 2_000).refine((value) => parseWebhookUrl(value) !== undefined, {
  params: { ...fault('format'), hint: 'Uma URL pública que comece por https://, sem usuário nem #.' },
})

/** What to subscribe to; empty is every type. */
export const eventTypesInput = z
  .array(
    z.string().refine(isSubscribable, {
      params: { ...fault('not_allowed'), hint: 'Um tipo de evento da documentação.' },
    }),
  )
  .max(EVENT_TYPES_GIVEN_MAX)

const DESCRIPTION_MAX = 140

/** What an endpoint is for; null for nothing. */
export const descriptionInput = text(1, DESCRIPTION_MAX).nullable()

const Input = z.object({
  url: urlInput.optional(),
  event_types: eventTypesInput.optional(),
  description: descriptionInput.optional(),
})

/**
 * What is wrong with where an address leads; nothing when it is not one, which the schema says. Asks DNS, so never
 * inside a transaction.
 */
export async function findUrlFaults(ctx: Context & WithSender, url: unknown): Promise<ProblemDetails> {
  const parsed = urlInput.safeParse(url)
  const verdict = parsed.success ? await ctx.sender.checkUrl(parsed.data) : 'public'
  if (verdict === 'public') return {}
  return verdict === 'malformed'
    ? { fields: [{ path: 'url', code: 'format' }] }
    : { reason: 'ssrf_blocked', fields: [{ path: 'url', code: 'not_allowed' }] }
}

/** For callers whose door has not looked. @throws Problem validation_error naming every fault. */
export function checkEventTypes(eventTypes: readonly string[]): void {
  const faults = new Faults()
  faults.read(Input, { event_types: eventTypes })
  faults.throwIfAny()
}

interface EndpointInput {
  url?: string | undefined
  eventTypes?: readonly string[] | undefined
  description?: string | null | undefined
}

/** Looks at everything again, for callers whose door has not. @throws Problem validation_error naming every fault. */
export async function checkEndpointInput(
  ctx: Context & WithSender,
  { url, eventTypes, description }: EndpointInput,
): Promise<void> {
  const faults = new Faults()
  faults.read(Input, { url, event_types: eventTypes, description })
  faults.merge(await findUrlFaults(ctx, url))
  faults.throwIfAny()
}
