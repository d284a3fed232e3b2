import {
  WebhookEndpointsDocument,
  WebhookFleetDocument,
  WebhookReplaysDocument,
} from '../../api/generated/graphql.ts'
import { defineListQuery } from '../../api/query.ts'

/** The endpoints of all merchants. */
export const fleetQuery = defineListQuery({
  document: WebhookFleetDocument,
  variables: () => ({}),
  rows: ({ webhookEndpointFleet }) => webhookEndpointFleet,
})

/** The endpoints of a merchant, including removed endpoints. Only the export uses the filter `withOff`. */
export const endpointsQuery = defineListQuery({
  document: WebhookEndpointsDocument,
  variables: ({ merchantId }: { merchantId: string; withOff: boolean }) => ({ merchantId }),
  rows: ({ webhookEndpoints }) => webhookEndpoints,
})

export const replaysQuery = defineListQuery({
  document: WebhookReplaysDocument,
  variables: (filter: { merchantId: string; endpointId: string | null }) => filter,
  rows: ({ webhookReplays }) => webhookReplays,
})
