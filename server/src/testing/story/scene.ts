import type { RestClient } from '../clients/rest-client.ts'
import type { Receiver } from '../fakes/webhook-receiver.ts'
import type { World } from '../world.ts'
import type { StoryRecorder } from './recorder.ts'

export const DAY_MS = 86_400_000

/** The objects that all parts of the recorded story use. The files `*-act.ts` and `*-acts.ts` contain these parts. */
export interface Scene {
  world: World
  rest: RestClient
  receiver: Receiver
  story: StoryRecorder
  /** The ids of created records, by the name under which an act stored them. */
  ids: Record<string, string>
}
