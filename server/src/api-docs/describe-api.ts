import { openApiOf } from '../http/openapi/document.ts'
import type { Route } from '../http/route.ts'
import type { Context } from '../kernel/context.ts'
import { recordedOperations } from './examples.ts'
import { anyEventSchema, WEBHOOK_GUIDE_PATH, webhooksOpenApi } from './webhook-openapi.ts'

/** Returns the OpenAPI document of the merchant API, with its webhooks. */
export function describeApi<C extends Context>(routes: Route<C>[], publicUrl: string): object {
  const { components, ...api } = openApiOf(routes, publicUrl, recordedOperations())
  return {
    ...api,
    components: { ...components, schemas: { ...components.schemas, ...anyEventSchema() } },
    webhooks: webhooksOpenApi(),
    externalDocs: {
      url: `${publicUrl}${WEBHOOK_GUIDE_PATH}`,
      description: 'Webhooks: receber, verificar e repetir',
    },
  }
}
