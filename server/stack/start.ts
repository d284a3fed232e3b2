import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '../src/kernel/clock.ts'
import { settleServerPort } from './addresses.ts'
import { banner, describeDemo } from './banner.ts'
import { commandLine } from './command-line.ts'
import { explain } from './explain.ts'
import { watchParent } from './parent.ts'
import { findPlaces } from './places.ts'
import { seed } from './seed/seed.ts'
import { readOptions, writePrivately, type Settings } from './settings.ts'
import { startEmbedded, startServer, type Starting } from './stack.ts'

/** How long the parts of a start that was called off may take to notice. */
const CALL_OFF_MS = 3_000

const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** Runs everything until it is asked to stop or a part of it is lost. Returns the exit code. */
async function main(): Promise<number> {
  const ending = Promise.withResolvers<string | undefined>()
  const called = new AbortController()
  const stops: (() => Promise<void>)[] = []
  const askToStop = (): void => ending.resolve(undefined)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, askToStop)
  watchParent(askToStop)
  // A terminal that is gone must not keep the database from being stopped.
  process.stdout.on('error', askToStop)

  const start = bringUp({
    signal: called.signal,
    onStop: (stop) => stops.push(stop),
    onLost: (why) => ending.resolve(why),
  }).catch((error: unknown) => ending.resolve(explain(error)))

  const why = await ending.promise
  called.abort()
  await Promise.race([start, systemClock.sleep(CALL_OFF_MS)])
  if (why !== undefined) process.stderr.write(`\n${why}\n`)
  else say('\nStopping')
  for (const stop of stops.toReversed()) {
    await stop().catch((error: unknown) => process.stderr.write(`${explain(error)}\n`))
  }
  return why === undefined ? 0 : 1
}

type Course = Pick<Starting, 'signal' | 'onStop' | 'onLost'>

async function bringUp(course: Course): Promise<void> {
  const environment: Settings = {}
  for (const [name, value] of Object.entries(process.env)) if (value) environment[name] = value
  const options = readOptions(environment)
  const places = findPlaces(options.dataDir)
  const starting: Starting = { ...course, options, places, environment, say }
  if (options.embedded) await bringUpDemo(starting)
  else await bringUpServer(starting)
}

async function bringUpDemo(starting: Starting): Promise<void> {
  const { dataDir } = starting.places
  const stack = await startEmbedded(starting)
  if (!existsSync(join(dataDir, 'demo.json'))) starting.say('Making a demo merchant')
  const { credentials, later } = await seed(stack, dataDir)
  const demo = describeDemo(stack.ports, stack.settings, credentials)
  writePrivately(join(dataDir, 'demo.json'), demo)
  starting.say(banner(demo, dataDir))
  // What is not made when somebody stops it is made at the next start.
  await later().catch((error: unknown) => {
    if (!starting.signal.aborted) starting.say(explain(error))
  })
}

/** On a database of the operator's, nothing is made up: no demo, no credentials, no setting. */
async function bringUpServer(starting: Starting): Promise<void> {
  const { options, places, environment } = starting
  const port = await settleServerPort(options)
  const settings = { ...environment, PORT: String(port) }
  if (environment['MIGRATION_DATABASE_URL'] === undefined) {
    say('MIGRATION_DATABASE_URL is absent: the database is taken as it is, not migrated')
  } else {
    await commandLine(places, settings, starting.signal)(['migrate'])
  }
  await startServer(starting, settings)
  say(`The Pix charge service is running: http://127.0.0.1:${port}/  (logs in ${places.logs})`)
}

process.exit(await main())
