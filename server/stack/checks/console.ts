import { findChromium } from './chromium.ts'
import { consolePart } from './parts.ts'
import { runInSequence, runSuite } from './suite.ts'

process.exit(
  await runSuite(async ({ paths, reports, signal }) => {
    const chromium = await findChromium(paths, signal)
    return runInSequence([consolePart(paths, reports, chromium)], signal)
  }),
)
