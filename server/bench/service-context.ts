import type { Context } from '../src/kernel/context.ts'
import { withToolContext } from '../src/tool-context.ts'
import type { Settings } from '../stack/settings.ts'

/** Runs `work` with a context of the application's role, as the command line has one. */
export const withContext = <T>(settings: Settings, work: (ctx: Context) => Promise<T>): Promise<T> =>
  withToolContext(settings, { applicationName: 'bench', poolSize: 4 }, work)
