import { chargeActions } from '../lib/i18n/actions.ts'
import { useAction } from './action.ts'
import { ReplayWebhookDeliveryDocument } from './generated/graphql.ts'

/** Sends a delivery again, at once; wherever it is shown, its new attempt appears. */
export function useReplay() {
  return useAction(ReplayWebhookDeliveryDocument, {
    done: chargeActions.replayDone,
    notifyError: true,
  })
}
