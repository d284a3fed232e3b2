import { z } from 'zod'
import type { SeedStep } from './demo.ts'

const Endpoint = z.object({ signing_secret: z.string() })

/** Registers the simulator's inbox as the demo merchant's webhook endpoint, and tells it the secret to check with. */
export function toldInbox(port: number): SeedStep {
  const url = `https://localhost:${port}/hooks/demo`
  return {
    // With its address: an inbox moved to another port is another endpoint.
    name: `webhooks to ${url}`,
    async run(demo) {
      const { signing_secret: secret } = Endpoint.parse(
        await demo.merchant('POST', '/v1/webhooks/endpoints', { url }),
      )
      await demo.network('POST', '/simulator/inbox/secrets', { secret, endpoint_url_path: '/hooks/demo' })
    },
  }
}
