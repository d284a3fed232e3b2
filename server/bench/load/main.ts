import { sendCallbacks } from './callbacks.ts'
import { createCharges } from './create.ts'
import { createFloor, postFloor } from './floors.ts'
import { Job, type Result } from './jobs.ts'
import { startReceiver } from './receiver.ts'
import { repeatRequests } from './requests.ts'
import { sendScheduled } from './schedule.ts'
import { Tally } from './tally.ts'

const { DATA_DIR = '', RECEIVER_PORT = '', DEAD_PORT = '' } = process.env

const receiver = await startReceiver(DATA_DIR, Number(RECEIVER_PORT), Number(DEAD_PORT))

function carryOut(job: Job): Promise<Result> {
  switch (job.kind) {
    case 'create':
      return createCharges(job)
    case 'create-floor':
      return createFloor(job)
    case 'callbacks':
      return sendCallbacks(job)
    case 'scheduled':
      return sendScheduled(job)
    case 'silent-sockets':
      return Promise.resolve(new Tally().result(receiver.takeSilentSockets()))
    case 'post-floor':
      return postFloor(job)
    case 'requests':
      return repeatRequests(job)
    case 'received':
      return Promise.resolve(receiver.take(job.since))
  }
}

process.on('message', (message: unknown) => {
  carryOut(Job.parse(message)).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ error: error instanceof Error ? error.message : String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
process.on('SIGTERM', () => process.exit(0))
process.stdout.write('{"msg":"listening"}\n')
