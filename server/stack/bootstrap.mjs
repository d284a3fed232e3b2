// The first step of `npm start`, `npm test` and `npm run console-check`. This script runs on the machine's Node (20 or
// newer), installs and builds what has changed, then runs the given program with the project's own Node. This script
// needs only Node and npm.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { constants, tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const NODE_MIN = 20
const PNPM = 'pnpm@12.21.0'
const PROGRAMS = {
  start: 'stack/start.js',
  test: 'stack/test.js',
  'console-check': 'stack/checks/console.js',
}
const LOCK_POLL_MS = 250
const PARENT_POLL_MS = 500
const OUTPUT_LINES_MAX = 60

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const node = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
const stamps = join(root, 'node_modules', '.pix-bootstrap')

/** The packages to build: each with its build command, and an output file that exists only after a build. */
const PACKAGES = [
  {
    name: 'server',
    proof: 'stack/start.js',
    command: (out) => [
      join(root, 'node_modules/typescript/bin/tsc'),
      '-p',
      'tsconfig.build.json',
      // Skips the type check, because `npm test` checks the types. The output is the same, and the build takes a tenth
      // of the time.
      '--noCheck',
      '--outDir',
      out,
    ],
  },
  {
    name: 'console',
    proof: 'index.html',
    command: (out) => ['node_modules/vite/bin/vite.js', 'build', '--outDir', out, '--emptyOutDir'],
  },
]

/** The running child processes. Signals to this process are forwarded to these processes. */
const children = new Set()
const print = (text) => process.stdout.write(`${text}\n`)

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal))

// npm runs this process in a shell and sends signals only to that shell. So this process must stop when the shell has
// ended.
const shell = process.ppid
const watch = setInterval(() => {
  if (process.ppid === shell) return
  clearInterval(watch)
  stop('SIGTERM')
}, PARENT_POLL_MS)
watch.unref()

function stop(signal) {
  if (children.size === 0) process.exit(128 + constants.signals[signal])
  for (const child of children) child.kill(signal)
}

main(process.argv[2]).catch((error) => {
  process.stderr.write(`\n${error.message}\n`)
  process.exit(1)
})

async function main(command) {
  const program = PROGRAMS[command]
  if (!program)
    throw new Error(`Unknown command "${command}". Use one of: ${Object.keys(PROGRAMS).join(', ')}`)
  if (Number.parseInt(process.versions.node, 10) < NODE_MIN) {
    throw new Error(
      `Node ${process.version} is too old: install Node ${NODE_MIN} or newer from https://nodejs.org`,
    )
  }
  await withLock(async () => {
    await install()
    const built = await Promise.allSettled(PACKAGES.map(build))
    const failed = built.flatMap((result) => (result.status === 'rejected' ? [result.reason.message] : []))
    if (failed.length > 0) throw new Error(failed.join('\n\n'))
  })
  process.exit(await run(node, [join(root, 'server', 'dist', program)], { stdio: 'inherit' }))
}

/** Installs the packages, unless they exist and the lockfile and manifests are unchanged. */
async function install() {
  const manifests = [
    'package.json',
    ...['server', 'console', 'e2e', 'sdks/typescript', 'listen'].map((name) => join(name, 'package.json')),
  ]
  const hashNow = hash(['pnpm-lock.yaml', 'pnpm-workspace.yaml', ...manifests])
  const isInstalled =
    existsSync(node) && PACKAGES.every(({ name }) => existsSync(join(root, name, 'node_modules')))
  if (isInstalled && readStamp('installed') === hashNow) return
  print('Installing packages (a minute or two the first time)')
  const args = ['--yes', PNPM, 'install', '--frozen-lockfile', '--prefer-offline']
  // Set `CI`, so that pnpm asks no questions.
  await runQuietly('The packages could not be installed.', 'npx', args, {
    env: { ...process.env, CI: 'true' },
  })
  writeStamp('installed', hashNow)
}

/** Builds a package in a temporary folder, then replaces the package's `dist` with that folder. */
async function build({ name, proof, command }) {
  const hashNow = hash(['tsconfig.base.json', 'pnpm-lock.yaml', ...sourcesOf(name)])
  const out = join(root, name, 'dist')
  if (existsSync(join(out, proof)) && readStamp(name) === hashNow) return
  print(`Building the ${name}`)
  const temporary = join(root, name, '.dist-new')
  rmSync(temporary, { recursive: true, force: true })
  await runQuietly(`The ${name} could not be built.`, node, command(temporary), { cwd: join(root, name) })
  rmSync(out, { recursive: true, force: true })
  renameSync(temporary, out)
  writeStamp(name, hashNow)
}

/** Returns every file that the build of a package may depend on, by its path in the checkout. */
function sourcesOf(path) {
  const entries = readdirSync(join(root, path), { withFileTypes: true })
  return entries.flatMap((entry) => {
    const inside = join(path, entry.name)
    if (entry.name.startsWith('.')) return []
    if (!entry.isDirectory()) return /\.(test\.tsx?|md)$/.test(entry.name) ? [] : [inside]
    return ['node_modules', 'dist'].includes(entry.name) ? [] : sourcesOf(inside)
  })
}

/**
 * Hashes file names and contents. The names are relative to the checkout, so moving the checkout does not change the
 * hash.
 */
function hash(files) {
  const sum = createHash('sha256').update(`${process.platform} ${process.arch}\n`)
  for (const file of files.toSorted()) sum.update(`${file}\n`).update(readFileSync(join(root, file)))
  return sum.digest('hex')
}

function readStamp(what) {
  const file = join(stamps, what)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

function writeStamp(what, value) {
  mkdirSync(stamps, { recursive: true })
  writeFileSync(join(stamps, what), value)
}

/** Runs `work` under a lock, so that one process at a time installs and builds in this checkout. */
async function withLock(work) {
  const key = createHash('sha256').update(`${userInfo().uid} ${root}`).digest('hex').slice(0, 16)
  const lock = join(tmpdir(), `pix-bootstrap-${key}`)
  for (let isReported = false; !acquire(lock); isReported = true) {
    if (!isReported) print('Waiting for another process that builds this checkout')
    await sleep(LOCK_POLL_MS)
  }
  try {
    await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

function acquire(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  const holder = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0
  if (holder !== process.pid && !isAlive(holder)) rmSync(lock, { force: true })
  return false
}

function isAlive(pid) {
  // The lock file is empty for a moment while its owner writes it.
  if (pid === 0) return true
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Runs a program. Prints the program's last lines only if it fails. */
async function runQuietly(message, program, args, options) {
  const output = []
  const code = await run(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] }, (text) =>
    output.push(text),
  )
  const lines = output.join('').trimEnd().split('\n').slice(-OUTPUT_LINES_MAX)
  if (code !== 0) throw new Error([message, ...lines].join('\n'))
}

/** Runs a program and returns its exit code. */
function run(program, args, options, onOutput = () => {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, ...options })
    children.add(child)
    child.stdout?.on('data', onOutput)
    child.stderr?.on('data', onOutput)
    child.once('error', reject)
    child.once('close', (code, signal) => {
      children.delete(child)
      resolve(code ?? 128 + constants.signals[signal])
    })
  })
}
