import { z } from 'zod'
import type { DemoClients, SeedStep } from './demo.ts'

const Endpoint = z.object({ signing_secret: z.string() })
const Endpoints = z.object({ items: z.array(z.object({ id: z.string(), url: z.string() })) })

const PATH = '/v1/webhooks/endpoints'
const INBOX = /^https:\/\/localhost:\d+\/hooks\/demo$/

/** Registers the simulator's inbox as the demo merchant's webhook endpoint, and tells it the secret to check with. */
export function registerInbox(port: number): SeedStep {
  const url = `https://localhost:${port}/hooks/demo`
  return {
    // With its address: an inbox moved to another port is another endpoint.
    name: `webhooks to ${url}`,
    async run(demo) {
      await turnOffEarlier(demo)
      const { signing_secret: secret } = Endpoint.parse(await demo.merchant('POST', PATH, { url }))
      await demo.network('POST', '/simulator/inbox/secrets', { secret, endpoint_url_path: '/hooks/demo' })
    },
  }
}

/** Nobody listens any more where the inbox was on an earlier start. */
async function turnOffEarlier(demo: DemoClients): Promise<void> {
  const { items } = Endpoints.parse(await demo.merchant('GET', PATH))
  for (const { id } of items.filter((endpoint) => INBOX.test(endpoint.url))) {
    await demo.merchant('DELETE', `${PATH}/${id}`)
  }
}
