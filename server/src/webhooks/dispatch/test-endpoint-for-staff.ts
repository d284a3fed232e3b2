import { recordAudit } from '../../audit/record-audit.ts'
import { transaction, type Context } from '../../kernel/context.ts'
import { getEndpoint } from '../endpoints/endpoint.queries.ts'
import type { SendResult, WithSender } from '../sending/sender.ts'
import { testEndpoint } from './test-endpoint.ts'

/**
 * Tests the endpoint for a member of staff, as `testEndpoint` does. Commits the audit entry before it sends the
 * request, so that every request has an entry.
 * @throws Problem as `testEndpoint` does.
 */
export async function testEndpointForStaff(
  ctx: Context & WithSender,
  merchantId: string,
  id: string,
): Promise<SendResult> {
  const endpoint = await getEndpoint(ctx, merchantId, id)
  await transaction(ctx, (tx) =>
    recordAudit(tx, {
      action: 'webhook_endpoint.test',
      target: { type: 'webhook_endpoint', id: endpoint.id },
      merchantId,
      after: { url: endpoint.url },
    }),
  )
  return testEndpoint(ctx, merchantId, endpoint.id)
}
