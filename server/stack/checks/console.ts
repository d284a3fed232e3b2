import { consolePart } from './parts.ts'
import { findBrowser, runInSequence, runSuite } from './suite.ts'

process.exit(
  await runSuite(async (context) => {
    const { paths, reports, signal } = context
    const { chromium, faults } = await findBrowser(context)
    return [...faults, ...(await runInSequence([consolePart(paths, reports, chromium)], signal))]
  }),
)
