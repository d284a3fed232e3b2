import { expect, test } from 'vitest'
import type { DemoClients, SeedStep } from './demo.ts'
import { runSteps } from './seed.ts'

const never = (): Promise<never> => Promise.reject(new Error('no client is used here'))
const demo: DemoClients = { cli: never, merchant: never, network: never, gatewayId: 'g', inboxPort: 1 }

function recordingSteps(...names: string[]) {
  const ran: string[] = []
  const steps = names.map<SeedStep>((name) => ({ name, run: async () => void ran.push(name) }))
  return { ran, steps }
}

test('seed steps run in the given order, and a second run repeats no completed step', async () => {
  const { ran, steps } = recordingSteps('first', 'second')
  const progress = { done: [], users: [] }
  await runSteps(steps, { demo, progress, save: () => undefined })
  await runSteps(steps, { demo, progress, save: () => undefined })
  expect(ran).toEqual(['first', 'second'])
})

test('after a failed seed step, the next run continues with that step', async () => {
  const { ran, steps } = recordingSteps('first', 'third')
  const saved: string[][] = []
  const progress = { done: [] as string[], users: [] }
  let fails = true
  const second: SeedStep = {
    name: 'second',
    async run() {
      if (fails) throw new Error('cut off')
      ran.push('second')
    },
  }
  const all = [steps[0], second, steps[1]].filter((step) => step !== undefined)
  const save = (): void => void saved.push([...progress.done])
  await expect(runSteps(all, { demo, progress, save })).rejects.toThrow('cut off')
  expect(saved).toEqual([['first']])
  fails = false
  await runSteps(all, { demo, progress, save })
  expect(ran).toEqual(['first', 'second', 'third'])
})
