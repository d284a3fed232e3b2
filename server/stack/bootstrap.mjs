// The first step of `npm start` and `npm test`: runs on whatever Node the machine has (20 or newer), installs and
// builds what has changed, then hands over to the project's own Node. It needs nothing but Node and npm.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { constants, tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const NODE_MIN = 20
const PNPM = 'pnpm@12.21.0'
const PROGRAMS = { start: 'stack/start.js', test: 'stack/test.js' }
const LOCK_POLL_MS = 250
const PARENT_POLL_MS = 500
const SAID_LINES_MAX = 60

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const node = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
const marks = join(root, 'node_modules', '.pix-bootstrap')

/** What is built, how, and a file of the output that tells that it is there. */
const PACKAGES = [
  {
    name: 'server',
    proof: 'stack/start.js',
    command: (out) => [
      join(root, 'node_modules/typescript/bin/tsc'),
      '-p',
      'tsconfig.build.json',
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

/** What runs for us now; a signal to us is a signal to it. */
const children = new Set()
const say = (text) => process.stdout.write(`${text}\n`)

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal))

// npm runs us in a shell, and hands a signal to that shell only: when it is gone, the signal was meant for us.
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
  if (!program) throw new Error(`Say one of: ${Object.keys(PROGRAMS).join(', ')}`)
  if (Number.parseInt(process.versions.node, 10) < NODE_MIN) {
    throw new Error(
      `Node ${process.version} is too old: install Node ${NODE_MIN} or newer from https://nodejs.org`,
    )
  }
  await alone(async () => {
    await install()
    const built = await Promise.allSettled(PACKAGES.map(build))
    const failed = built.flatMap((result) => (result.status === 'rejected' ? [result.reason.message] : []))
    if (failed.length > 0) throw new Error(failed.join('\n\n'))
  })
  process.exit(await run(node, [join(root, 'server', 'dist', program)], { stdio: 'inherit' }))
}

/** Installs the packages, unless they are there and nothing that decides about them has changed. */
async function install() {
  const manifests = [
    'package.json',
    ...['server', 'console', 'e2e'].map((name) => join(name, 'package.json')),
  ]
  const wanted = hash(['pnpm-lock.yaml', 'pnpm-workspace.yaml', ...manifests])
  const isThere =
    existsSync(node) && PACKAGES.every(({ name }) => existsSync(join(root, name, 'node_modules')))
  if (isThere && marked('installed') === wanted) return
  say('Installing packages (a minute or two the first time)')
  const args = ['--yes', PNPM, 'install', '--frozen-lockfile', '--prefer-offline']
  // With CI set, pnpm asks nobody.
  await quietly('The packages could not be installed.', 'npx', args, { env: { ...process.env, CI: 'true' } })
  mark('installed', wanted)
}

/** Builds a package beside its place, and puts it there when it is whole. */
async function build({ name, proof, command }) {
  const wanted = hash(['tsconfig.base.json', 'pnpm-lock.yaml', ...sourcesOf(name)])
  const out = join(root, name, 'dist')
  if (existsSync(join(out, proof)) && marked(name) === wanted) return
  say(`Building the ${name}`)
  const fresh = join(root, name, '.dist-new')
  rmSync(fresh, { recursive: true, force: true })
  await quietly(`The ${name} could not be built.`, node, command(fresh), { cwd: join(root, name) })
  rmSync(out, { recursive: true, force: true })
  renameSync(fresh, out)
  mark(name, wanted)
}

/** Every file of a package that its build may depend on, by its path inside the checkout. */
function sourcesOf(path) {
  const entries = readdirSync(join(root, path), { withFileTypes: true })
  return entries.flatMap((entry) => {
    const inside = join(path, entry.name)
    if (entry.name.startsWith('.')) return []
    if (!entry.isDirectory()) return /\.(test\.tsx?|md)$/.test(entry.name) ? [] : [inside]
    return ['node_modules', 'dist'].includes(entry.name) ? [] : sourcesOf(inside)
  })
}

/** Of the names, relative so that the checkout may be moved, and of what is in the files. */
function hash(files) {
  const sum = createHash('sha256').update(`${process.platform} ${process.arch}\n`)
  for (const file of files.toSorted()) sum.update(`${file}\n`).update(readFileSync(join(root, file)))
  return sum.digest('hex')
}

function marked(what) {
  const file = join(marks, what)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

function mark(what, value) {
  mkdirSync(marks, { recursive: true })
  writeFileSync(join(marks, what), value)
}

/** Lets one process at a time install and build in this checkout; the others wait for it. */
async function alone(work) {
  const key = createHash('sha256').update(`${userInfo().uid} ${root}`).digest('hex').slice(0, 16)
  const lock = join(tmpdir(), `pix-bootstrap-${key}`)
  for (let told = false; !take(lock); told = true) {
    if (!told) say('Waiting for another start of this checkout to finish its build')
    await sleep(LOCK_POLL_MS)
  }
  try {
    await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

function take(lock) {
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
  // Nothing written yet: its owner is just taking it.
  if (pid === 0) return true
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Runs a program whose output is of interest only when it fails. */
async function quietly(complaint, program, args, options) {
  const said = []
  const code = await run(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] }, (text) =>
    said.push(text),
  )
  const lines = said.join('').trimEnd().split('\n').slice(-SAID_LINES_MAX)
  if (code !== 0) throw new Error([complaint, ...lines].join('\n'))
}

/** Runs a program to its end and returns its exit code. */
function run(program, args, options, hear = () => {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, ...options })
    children.add(child)
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('error', reject)
    child.once('close', (code, signal) => {
      children.delete(child)
      resolve(code ?? 128 + constants.signals[signal])
    })
  })
}
