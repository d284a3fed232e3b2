import { replayActions } from '../lib/i18n/webhooks/attempts.ts'
import { useAction } from './action.ts'
import { ReplayWebhookDeliveryDocument } from './generated/graphql.ts'

/** Returns a mutation that makes the server send a webhook delivery again immediately. */
export function useReplay() {
  return useAction(ReplayWebhookDeliveryDocument, {
    done: replayActions.replayDone,
    notifyError: true,
  })
}
