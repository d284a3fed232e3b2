import { mkdirSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { CHROMIUM_FLAGS, findOrInstallChromium } from './support/chromium.ts'
import { createPast, PAST_PAGES } from './support/look/past.ts'
import { captureVariants } from './support/look/variants.ts'
import { openConsole } from './support/sessions.ts'
import { announceStacks, startStack } from './support/stack.ts'

/**
 * Takes screenshots of the pages about the last month. `screenshots.ts` runs this script with the same arguments.
 */

const [, , out = '', only = ''] = process.argv

const stack = await startStack(await createPast())
announceStacks([stack])
const browser = await chromium.launch({ executablePath: findOrInstallChromium(), args: CHROMIUM_FLAGS })
mkdirSync(out, { recursive: true })
const first = await browser.newContext({ viewport: { width: 1280, height: 860 }, locale: 'pt-BR' })
await openConsole(await first.newPage())
const storageState = await first.storageState()
await captureVariants({ browser, out, only: new RegExp(only) }, { pages: PAST_PAGES }, storageState)
await browser.close()
await stack.stop()
process.exit()
