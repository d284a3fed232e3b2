import { z } from 'zod'
import { fault, Faults, text } from '../http/parse.ts'
import { isSubscribable } from './event-types.ts'
import { parseWebhookUrl } from './public-url.ts'

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

const Input = z.object({ url: urlInput.optional(), event_types: eventTypesInput.optional() })

/** For callers whose door has not looked. @throws Problem validation_error naming every fault. */
export function checkEndpointInput(url: string | undefined, eventTypes: readonly string[] | undefined): void {
  const faults = new Faults()
  faults.read(Input, { url, event_types: eventTypes })
  faults.throwIfAny()
}
