import { advanceReplays } from '../../webhooks/replays/advance-replays.ts'
import { deliverDue } from '../deliver-due.ts'
import { DAY_MS, type Scene } from './scene.ts'

export async function registerEndpoint({ story, receiver, ids }: Scene): Promise<void> {
  const endpoint = await story.call<{ id: string }>('createWebhookEndpoint', {
    body: {
      url: receiver.url(),
      event_types: ['charge.paid', 'charge.refunded'],
      description: 'Pedidos da loja principal',
    },
  })
  ids['endpoint'] = endpoint.id
}

export async function readWebhooks({ story, ids }: Scene): Promise<void> {
  const type = 'charge.paid'
  const events = await story.call<{ items: { id: string }[] }>('listEvents', { query: { type } })
  ids['event'] = events.items[0]?.id ?? ''
  await story.call('getEvent', { params: { id: ids['event'] } })
  const deliveries = await story.call<{ items: { id: string }[] }>('listDeliveries', {
    query: { event_type: type },
  })
  ids['delivery'] = deliveries.items[0]?.id ?? ''
  await story.call('getDelivery', { params: { id: ids['delivery'] } })
  await story.call('listWebhookEndpoints')
  await story.call('getWebhookEndpoint', { params: { id: ids['endpoint'] ?? '' } })
  await story.call('testWebhookEndpoint', { params: { id: ids['endpoint'] ?? '' } })
}

export async function replayWebhooks({ story, world, ids }: Scene): Promise<void> {
  await story.call('replayDelivery', { params: { id: ids['delivery'] ?? '' } })
  await deliverDue(world.context('job:webhooks'), 100)
  const now = world.clock.now().getTime()
  const body = {
    endpoint_id: ids['endpoint'],
    from: new Date(now - DAY_MS).toISOString(),
    to: new Date(now).toISOString(),
    include_succeeded: true,
  }
  const replay = await story.call<{ id: string }>('createReplay', { body })
  await story.call('createReplay', { body: { ...body, dry_run: true } })
  await advanceReplays(world.context('job:replays'), 100)
  await story.call('getReplay', { params: { id: replay.id } })
  await story.call('listReplays')
}

export async function changeEndpoint({ story, ids }: Scene): Promise<void> {
  const params = { id: ids['endpoint'] ?? '' }
  await story.call('updateWebhookEndpoint', {
    params,
    body: { event_types: ['charge.paid', 'charge.refunded', 'dispute.opened'] },
  })
  await story.call('rotateWebhookSecret', { params, body: { grace_seconds: 86_400 } })
  await story.call('deleteWebhookEndpoint', { params })
}

interface EventJson {
  type: string
  deliveries: unknown
}

/** Returns the first event of each type as a receiver gets it, in the order of the types. */
export async function listEventsByType({ rest }: Scene): Promise<Record<string, unknown>> {
  const { body } = await rest.get<{ items: EventJson[] }>('/v1/webhooks/events?limit=200')
  const byType = Map.groupBy(body.items.toReversed(), ({ type }) => type)
  const first = Array.from(byType, ([type, [event]]) => [type, event] as const)
  return Object.fromEntries(
    first
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([type, event]) => {
        const { deliveries: _, ...sent } = event ?? { deliveries: undefined }
        return [type, sent]
      }),
  )
}
