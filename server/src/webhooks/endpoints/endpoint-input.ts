import { z } from 'zod'
import { fault, Faults } from '../../kernel/input/faults.ts'
import { text } from '../../kernel/input/fields.ts'
import type { Context } from '../../kernel/context.ts'
import type { ProblemDetails } from '../../kernel/problem.ts'
import { isSubscribable, SUBSCRIBABLE_EVENT_TYPES } from '../events/event-types.ts'
import { parseWebhookUrl } from '../sending/public-url.ts'
import type { WithSender } from '../sending/sender.ts'

const EVENT_TYPES_MAX = 30

/** Checks the form of a URL. `findUrlFaults` checks whether the host is public. */
export const urlInput = text(10, 2_000)
  .refine((value) => parseWebhookUrl(value) !== undefined, {
    params: { ...fault('format'), hint: 'Uma URL pública que comece por https://, sem usuário nem #.' },
  })
  .meta({ format: 'uri', pattern: '^https://[^#\\u0000]+$' })

/** The event types of a subscription. An empty list means every type. */
export const eventTypesInput = z
  .array(
    z
      .string()
      .refine(isSubscribable, {
        params: { ...fault('not_allowed'), hint: 'Um tipo de evento da documentação.' },
      })
      .meta({ enum: SUBSCRIBABLE_EVENT_TYPES }),
  )
  .max(EVENT_TYPES_MAX)

const DESCRIPTION_MAX = 140

/** The purpose of an endpoint in the merchant's words. Null clears the description. */
export const descriptionInput = text(1, DESCRIPTION_MAX)
  .nullable()
  .meta({ examples: ['Pedidos da loja principal'] })

const Input = z.object({
  url: urlInput.optional(),
  event_types: eventTypesInput.optional(),
  description: descriptionInput.optional(),
})

/**
 * Finds the faults of the host of a URL. Returns no faults for a URL that `urlInput` rejects, because the request
 * schema reports such a URL. The function queries DNS, so do not call it inside a transaction.
 */
export async function findUrlFaults(ctx: Context & WithSender, url: unknown): Promise<ProblemDetails> {
  const parsed = urlInput.safeParse(url)
  const verdict = parsed.success ? await ctx.sender.checkUrl(parsed.data) : 'public'
  if (verdict === 'public') return {}
  return verdict === 'malformed'
    ? { fields: [{ path: 'url', code: 'format' }] }
    : { reason: 'ssrf_blocked', fields: [{ path: 'url', code: 'not_allowed' }] }
}

/** Validates event types for callers without a request schema. @throws Problem validation_error with every fault. */
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

/** Validates all fields for callers without a request schema. @throws Problem validation_error with every fault. */
export async function checkEndpointInput(
  ctx: Context & WithSender,
  { url, eventTypes, description }: EndpointInput,
): Promise<void> {
  const faults = new Faults()
  faults.read(Input, { url, event_types: eventTypes, description })
  faults.merge(await findUrlFaults(ctx, url))
  faults.throwIfAny()
}
