import type { Page } from '@playwright/test'
import { Merchant } from '../merchant.ts'
import { control } from '../pix-network.ts'
import { querySql } from '../sql.ts'
import type { State } from '../states.ts'
import { createApiKey } from './shops.ts'

/** The path of the endpoint that receives the bulk replay. */
export const REPLAY_PATH = '/hooks/lagoa-loja'
/** With this delay of the receiver, a replay of 30 deliveries runs for longer than a minute. */
const ANSWER_DELAY_MS = 3_000
const PERIOD_MS = 13 * 86_400_000
const PROGRESS_TIMEOUT_MS = 15_000
/** The title of a page that the role may not see. The screenshots for roles have Portuguese texts. */
export const NO_ACCESS = 'Seu perfil não tem acesso'
/** The progress bar of a running replay that has replayed at least one delivery. */
const STARTED = '[role="progressbar"]:not([aria-valuetext^="0 "])'

/** An endpoint and a client of its merchant. */
interface Target {
  merchantId: string
  endpointId: string
  merchant: Merchant
}

/** Returns the pages that show a running bulk replay. Each page starts a replay unless one is running. */
export async function replayPages(): Promise<State[]> {
  const [row] = await querySql('select merchant_id, id from webhook_endpoint where url like $1', [
    `%${REPLAY_PATH}`,
  ])
  const { merchant_id: merchantId, id: endpointId } = row ?? {}
  if (!merchantId || !endpointId) {
    process.stderr.write('No endpoint for a bulk replay\n')
    return []
  }
  const merchant = new Merchant(await createApiKey(merchantId, 'Reenvios'))
  const prepare = (page: Page) => showProgress(page, { merchantId, endpointId, merchant })
  return [
    { name: 'webhooks-replays-running', address: `/webhooks/replays?merchant=${merchantId}`, prepare },
    {
      name: 'endpoint-replaying',
      address: `/webhooks/${endpointId}?merchant=all&of=${merchantId}`,
      prepare,
    },
  ]
}

/** Makes the receiver slow, and waits until the page shows a running replay with replayed deliveries. */
async function showProgress(page: Page, target: Target): Promise<void> {
  if ((await page.getByText(NO_ACCESS).count()) > 0) return
  await control('inbox/behaviour', { path: REPLAY_PATH, status: 200, delay_ms: ANSWER_DELAY_MS })
  const showRunning = async () => {
    await startReplay(target)
    await page.reload()
    await page.locator(STARTED).first().waitFor({ timeout: PROGRESS_TIMEOUT_MS })
  }
  // A replay that ran at the first call may have ended before the page was loaded.
  await showRunning().catch(showRunning)
}

/** Starts a replay of everything. The service refuses the call while another replay of the endpoint runs. */
async function startReplay({ endpointId, merchant }: Target): Promise<void> {
  const now = Date.now()
  await merchant.call('POST', '/v1/webhooks/replays', {
    endpoint_id: endpointId,
    from: new Date(now - PERIOD_MS).toISOString(),
    to: new Date(now).toISOString(),
    include_succeeded: true,
  })
}
