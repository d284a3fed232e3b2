import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const HELP = `npx pnpm clients-check [--demo FILE]

Generates three clients from the OpenAPI document of a started service, and checks their types strictly. The generators
are openapi-typescript with openapi-fetch, hey-api (the TypeScript SDK) and openapi-python-client (the Python SDK). Then
each client creates charges, reads two pages, requests a refund, and receives a 422 as a typed error.

--demo FILE  the file with base_url, api_key and simulator_url that "npm start" writes. Default: .data/demo.json

Needs python3 of 3.11 or newer, with venv and access to PyPI. Exits with 1 when a step fails.
`

const sdk = import.meta.dirname
const root = join(sdk, '..', '..')
const python = join(sdk, '..', 'python')
const work = join(root, '.data', 'clients-check')
const generated = join(sdk, 'check', 'generated')
const bin = (name: string): string => join(sdk, 'node_modules', '.bin', name)

interface Step {
  name: string
  command: string
  args: string[]
  cwd?: string
}

/** Runs a step, prints its result, and prints its output if it failed. Returns whether the step succeeded. */
function run({ name, command, args, cwd = sdk }: Step): boolean {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', env: process.env })
  process.stdout.write(`${status === 0 ? 'ok    ' : 'FAILED'} ${name}\n`)
  if (status !== 0) process.stdout.write(`${stdout ?? ''}${stderr ?? ''}\n`)
  return status === 0
}

/**
 * Returns the steps that generate each client from the OpenAPI document in `file`, and check the client against the
 * service that `demo` describes.
 */
function steps(file: string, demo: Record<string, string>): Step[] {
  const venv = join(work, 'venv')
  const inVenv = (name: string): string => join(venv, 'bin', name)
  const { base_url: baseUrl = '', api_key: key = '', simulator_url: simulator = '' } = demo
  Object.assign(process.env, { PIX_BASE_URL: baseUrl, PIX_API_KEY: key, PIX_SIMULATOR_URL: simulator })
  return [
    {
      name: 'openapi-typescript generates types',
      command: bin('openapi-typescript'),
      args: [file, '-o', join(generated, 'openapi.ts')],
    },
    {
      name: 'hey-api generates a client',
      command: bin('openapi-ts'),
      args: ['-i', file, '-o', join(generated, 'hey-api'), '-c', '@hey-api/client-fetch', '--no-log-file'],
    },
    { name: 'tsc: strict', command: bin('tsc'), args: ['-p', join(sdk, 'check', 'tsconfig.json')] },
    {
      name: 'openapi-fetch calls the service',
      command: process.execPath,
      args: [join(sdk, 'check', 'openapi-fetch.ts')],
    },
    {
      name: 'the TypeScript SDK calls the service',
      command: process.execPath,
      args: [join(sdk, 'check', 'hey-api.ts')],
    },
    { name: 'python: venv', command: 'python3', args: ['-m', 'venv', venv] },
    {
      name: 'python: openapi-python-client and mypy',
      command: inVenv('pip'),
      args: ['install', '-q', 'openapi-python-client==0.29.1', 'mypy', 'httpx', 'attrs'],
    },
    {
      name: 'openapi-python-client generates a client',
      command: inVenv('python'),
      args: ['generate.py', file],
      cwd: python,
    },
    {
      name: 'mypy --strict',
      command: inVenv('mypy'),
      args: ['--strict', 'pix_charge_service_api_client', 'pix_charge_service', 'check.py'],
      cwd: python,
    },
    {
      name: 'the Python SDK calls the service',
      command: inVenv('python'),
      args: ['check.py', baseUrl, key, simulator],
      cwd: python,
    },
  ]
}

/** Returns whether each generated client has exactly one class named Charge, and prints the result. */
function hasOneCharge(): boolean {
  const types = readFileSync(join(generated, 'hey-api', 'types.gen.ts'), 'utf8')
  const models = readFileSync(join(python, 'pix_charge_service_api_client', 'models', '__init__.py'), 'utf8')
  const counts = [types.match(/^export type Charge =/gm), models.match(/^from \.\w+ import Charge$/gm)].map(
    (found) => found?.length ?? 0,
  )
  const isOne = counts.every((count) => count === 1)
  process.stdout.write(`${isOne ? 'ok    ' : 'FAILED'} each client has one class named Charge\n`)
  return isOne
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { demo: { type: 'string' }, help: { type: 'boolean' } } })
  if (values.help) {
    process.stdout.write(HELP)
    return 0
  }
  const demoFile = values.demo ?? join(root, '.data', 'demo.json')
  if (!existsSync(demoFile)) {
    process.stderr.write(`${demoFile} does not exist. Start the service with "npm start" first.\n`)
    return 1
  }
  const demo: Record<string, string> = JSON.parse(readFileSync(demoFile, 'utf8'))
  rmSync(generated, { recursive: true, force: true })
  mkdirSync(generated, { recursive: true })
  mkdirSync(work, { recursive: true })
  const file = join(work, 'openapi.json')
  const response = await fetch(`${demo['base_url']}/v1/openapi.json`)
  writeFileSync(file, await response.text())
  for (const step of steps(file, demo)) if (!run(step)) return 1
  return hasOneCharge() ? 0 : 1
}

process.exitCode = await main()
