import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '../src/kernel/clock.ts'
import { invalidSettings } from '../src/kernel/settings/parse-variables.ts'
import { readSecretFiles, type Environment } from '../src/kernel/settings/secret-files.ts'
import { resolveMetricsPort, resolveServerPort } from './resolve-ports.ts'
import { banner, describeDemo } from './banner.ts'
import { createCommandLine } from './command-line.ts'
import { describeFailure } from './describe-failure.ts'
import { watchParent } from './watch-parent.ts'
import { findPaths } from './paths.ts'
import { seed } from './seed/seed.ts'
import { readOptions, writePrivateFile, type Settings } from './settings.ts'
import { startEmbedded, startServer, type StartOptions } from './stack.ts'

/** How long to wait for the end of the parts that an aborted start has started. */
const ABORT_WAIT_MS = 3_000

const print = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** Runs the stack until a stop signal or until a part ends. Returns the exit code. */
async function main(): Promise<number> {
  const stopReason = Promise.withResolvers<string | undefined>()
  const aborter = new AbortController()
  const stops: (() => Promise<void>)[] = []
  const requestStop = (): void => stopReason.resolve(undefined)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, requestStop)
  watchParent(requestStop)
  // When the terminal is closed, writing to it fails. In that case, stop, so that the database is shut down.
  process.stdout.on('error', requestStop)

  const start = startAll({
    signal: aborter.signal,
    onStop: (stop) => stops.push(stop),
    onExit: (why) => stopReason.resolve(why),
  }).catch((error: unknown) => stopReason.resolve(describeFailure(error)))

  const why = await stopReason.promise
  aborter.abort()
  await Promise.race([start, systemClock.sleep(ABORT_WAIT_MS)])
  if (why !== undefined) process.stderr.write(`\n${why}\nStopping the other parts\n`)
  else print('\nStopping')
  for (const stop of stops.toReversed()) {
    await stop().catch((error: unknown) => process.stderr.write(`${describeFailure(error)}\n`))
  }
  return why === undefined ? 0 : 1
}

type StartCallbacks = Pick<StartOptions, 'signal' | 'onStop' | 'onExit'>

async function startAll(callbacks: StartCallbacks): Promise<void> {
  const environment = definedSettings(process.env)
  const options = readOptions(environment)
  const paths = findPaths(options.dataDir)
  const startOptions: StartOptions = { ...callbacks, options, paths, environment, print }
  if (options.embedded) await startDemo({ ...startOptions, environment: readSecrets(environment) })
  else await startOnExternalDatabase(startOptions)
}

/** Returns the environment with the contents of the secret files that it names. @throws ConfigError */
function readSecrets(given: Settings): Settings {
  const { environment, faults } = readSecretFiles(given)
  if (faults.size > 0) throw invalidSettings(Array.from(faults.values()))
  return definedSettings(environment)
}

/** Returns the settings that have a value. */
const definedSettings = (environment: Environment): Settings =>
  Object.fromEntries(Object.entries(environment).flatMap(([name, value]) => (value ? [[name, value]] : [])))

async function startDemo(startOptions: StartOptions): Promise<void> {
  const { dataDir } = startOptions.paths
  const stack = await startEmbedded(startOptions)
  if (!existsSync(join(dataDir, 'demo.json'))) startOptions.print('Creating a demo merchant')
  const { credentials, runBackgroundSteps } = await seed(stack, dataDir)
  const demo = describeDemo(stack.ports, stack.settings, credentials)
  writePrivateFile(join(dataDir, 'demo.json'), demo)
  startOptions.print(banner(demo, dataDir))
  // If a stop interrupts a background step, the next start runs this step again.
  await runBackgroundSteps().catch((error: unknown) => {
    if (!startOptions.signal.aborted) startOptions.print(describeFailure(error))
  })
  stack.cli.close()
}

/** Starts the server on a database that the operator provides. Creates no demo data, credentials or settings. */
async function startOnExternalDatabase(startOptions: StartOptions): Promise<void> {
  const { options, paths, environment } = startOptions
  const port = await resolveServerPort(options)
  const metricsPort = await resolveMetricsPort(options)
  const settings = { ...environment, PORT: String(port), METRICS_PORT: String(metricsPort) }
  if (!environment['MIGRATION_DATABASE_URL'] && !environment['MIGRATION_DATABASE_URL_FILE']) {
    print('MIGRATION_DATABASE_URL is not set: the database is not migrated')
  } else {
    const cli = createCommandLine(paths, settings, startOptions.signal)
    print((await cli.run(['migrate'])).trimEnd())
    cli.close()
  }
  await startServer(startOptions, settings)
  print(`The Pix charge service is running: http://127.0.0.1:${port}/  (logs in ${paths.logs})`)
  print(`Metrics: http://127.0.0.1:${metricsPort}/metrics`)
}

process.exit(await main())
