import { z } from 'zod'
import type { DemoClients, SeedStep } from './demo.ts'

const Endpoint = z.object({ signing_secret: z.string() })
const Endpoints = z.object({ items: z.array(z.object({ id: z.string(), url: z.string() })) })

const PATH = '/v1/webhooks/endpoints'
const INBOX = /^https:\/\/localhost:\d+\/hooks\/demo$/

/** Returns the step that registers the inbox as the demo merchant's endpoint and gives the inbox the signing secret. */
export function registerInbox(port: number): SeedStep {
  const url = `https://localhost:${port}/hooks/demo`
  return {
    // The name contains the URL, so that an inbox on another port gets another endpoint.
    name: `webhooks to ${url}`,
    async run(demo) {
      await deleteEarlier(demo)
      const { signing_secret: secret } = Endpoint.parse(await demo.merchant('POST', PATH, { url }))
      await demo.network('POST', '/simulator/inbox/secrets', { secret, endpoint_url_path: '/hooks/demo' })
    },
  }
}

/** Deletes the endpoints that earlier starts registered for other ports, because no inbox listens on these ports. */
async function deleteEarlier(demo: DemoClients): Promise<void> {
  const { items } = Endpoints.parse(await demo.merchant('GET', PATH))
  for (const { id } of items.filter((endpoint) => INBOX.test(endpoint.url))) {
    await demo.merchant('DELETE', `${PATH}/${id}`)
  }
}
