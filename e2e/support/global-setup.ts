import type { FullConfig } from '@playwright/test'
import { announceStacks, startStack } from './stack.ts'

/** Starts a stack for each Playwright worker, so that tests of different workers do not affect each other. */
export default async function setup({ workers }: FullConfig): Promise<() => Promise<void>> {
  const stacks = await Promise.all(Array.from({ length: workers }, () => startStack()))
  announceStacks(stacks)
  return async () => void (await Promise.all(stacks.map((stack) => stack.stop())))
}
