import type { Case } from '../bench.ts'
import { consoleCase } from './console.ts'
import { createCase, createHotCase } from './create.ts'
import { fairnessCase } from './fairness.ts'
import { idleCase } from './idle.ts'
import { loadCase } from './load.ts'
import { payCase, payHotCase } from './pay.ts'
import { readCase } from './read.ts'
import { searchCase } from './search.ts'
import { payToWebhookCase, webhooksCase } from './webhooks.ts'

/** Every case that can be measured, in the order in which they run: those that need a small database come first. */
export const CASES: readonly Case[] = [
  createCase,
  createHotCase,
  payCase,
  payHotCase,
  idleCase,
  payToWebhookCase,
  webhooksCase,
  fairnessCase,
  loadCase,
  readCase,
  searchCase,
  consoleCase,
]

/** Cases of the specification that are not measured yet. */
export const NOT_YET: readonly string[] = []
