import type { Case } from '../bench.ts'
import { createCase, createHotCase } from './create.ts'
import { idleCase } from './idle.ts'
import { payCase, payHotCase } from './pay.ts'

/** Every case that can be measured, in the order in which they run: those that need a small database come first. */
export const CASES: readonly Case[] = [createCase, createHotCase, payCase, payHotCase, idleCase]

/** Cases of the specification whose feature does not exist yet. */
export const NOT_YET: readonly string[] = []
