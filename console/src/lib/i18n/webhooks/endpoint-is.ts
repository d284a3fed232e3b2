import type { Text } from '../../text.ts'
import type { EndpointHealth } from '../../values/status.ts'
import { endpointHealthName } from '../status.ts'

/**
 * Returns a text such as `Endpoint failing`, which the console shows as the name of a record or as the title of a
 * notice.
 */
export function endpointIs(state: EndpointHealth): Text {
  const [ptBr, en] = endpointHealthName[state]
  return [`Endpoint ${ptBr.toLowerCase()}`, `Endpoint ${en.toLowerCase()}`]
}
