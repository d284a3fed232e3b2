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

/** The endpoints of a merchant, including removed endpoints. The filter `withOff` has an effect only on the export. */
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
