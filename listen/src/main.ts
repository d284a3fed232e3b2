#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { listen } from './listen.ts'
import { UnavailableError } from './service.ts'
import { ListenError } from './state.ts'
import { trigger, TRIGGERED_EVENTS } from './trigger.ts'

const USAGE = `pix-listen --base-url URL --forward-to URL [--state FILE] [--from-start]
pix-listen trigger EVENT --base-url URL

Forwards the events of an account to a web server on this machine. The environment variable PIX_API_KEY has the API key.
The variables PIX_BASE_URL and PIX_FORWARD_TO replace the options.

Events of trigger: ${TRIGGERED_EVENTS.join(', ')}
`

const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]']

const print = (line: string): void => void process.stdout.write(`${line}\n`)

function urlOf(value: string | undefined, option: string): string {
  if (value === undefined) throw new ListenError(`Set ${option}.\n\n${USAGE}`)
  if (!URL.canParse(value) || !['http:', 'https:'].includes(new URL(value).protocol))
    throw new ListenError(`${option} must be a URL that starts with http:// or https://.`)
  return value
}

function localUrlOf(value: string | undefined): string {
  const url = urlOf(value, '--forward-to')
  if (LOCAL_HOSTS.includes(new URL(url).hostname)) return url
  throw new ListenError('--forward-to must be a URL of this machine, such as http://localhost:3000/webhooks.')
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'base-url': { type: 'string' },
      'forward-to': { type: 'string' },
      state: { type: 'string', default: '.pix-listen.json' },
      'from-start': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const [command, event] = positionals
  if (values.help || (command === 'trigger' && event === undefined)) return print(USAGE)
  const apiKey = process.env['PIX_API_KEY']
  if (!apiKey) throw new ListenError('Set the environment variable PIX_API_KEY to an API key.')
  const baseUrl = urlOf(values['base-url'] ?? process.env['PIX_BASE_URL'], '--base-url').replace(/\/+$/, '')
  if (command === 'trigger' && event !== undefined)
    return print(`Charge ${await trigger({ baseUrl, apiKey }, event)} causes ${event}.`)
  if (command !== undefined) throw new ListenError(`Unknown command: ${command}.\n\n${USAGE}`)
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort())
  await listen({
    baseUrl,
    apiKey,
    forwardTo: localUrlOf(values['forward-to'] ?? process.env['PIX_FORWARD_TO']),
    stateFile: values.state,
    fromStart: values['from-start'],
    signal: stopping.signal,
    print,
  })
}

try {
  await main()
} catch (error) {
  const isExpected = error instanceof ListenError || error instanceof UnavailableError || isUsageError(error)
  process.stderr.write(
    `${isExpected ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
  )
  process.exitCode = 1
}

function isUsageError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}
