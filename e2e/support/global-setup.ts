import type { FullConfig } from '@playwright/test'
import { announceStacks, startStack } from './stack.ts'

/** A stack for each worker, so that no journey meets another's doing; each makes what it needs in it. */
export default async function setup({ workers }: FullConfig): Promise<() => Promise<void>> {
  const stacks = await Promise.all(Array.from({ length: workers }, () => startStack()))
  announceStacks(stacks)
  return async () => void (await Promise.all(stacks.map((stack) => stack.stop())))
}
