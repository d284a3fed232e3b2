import { createCharge, type ChargeJson } from '../fixtures/charges.ts'
import { testClient } from '../fixtures/sandbox-fixture.ts'
import { StoryRecorder } from './recorder.ts'
import type { Scene } from './scene.ts'

/** Pays, disputes and refunds charges in the test environment, and advances its clock. */
export async function tryTestEnvironment({ story, world }: Scene): Promise<void> {
  const rest = await testClient(world)
  const test = new StoryRecorder(rest, () => undefined)
  const aCharge = async (order: string): Promise<ChargeJson> =>
    (await createCharge(rest, { order_reference: order })).body
  const { id } = await aCharge('teste-1')
  await test.call('payTestCharge', { params: { id }, body: {} })
  await test.call('disputeTestCharge', { params: { id }, body: {} })
  const other = await aCharge('teste-2')
  await test.call('failTestReturns', { params: { id: other.id }, body: { outcome: 'refused' } })
  await test.call('getTestClock')
  await test.call('advanceTestClock', { body: { seconds: 3_600 } })
  Object.assign(story.operations, test.operations)
}
