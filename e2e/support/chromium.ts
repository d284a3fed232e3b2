import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

/** The shell first: the same engine without windows, of which each visit costs Chromium a second of processor. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
]
const MAC = ['Google Chrome', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`)

/** How it is started: it may run as root, asks nobody for anything, and shows nothing. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** A Chromium that is on this machine, the one named by `CHROMIUM_PATH` first. */
export function findChromium(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const named = process.env['CHROMIUM_PATH']
  const candidates = [
    ...(named ? [named] : []),
    ...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...MAC,
    chromium.executablePath(),
  ]
  return candidates.find((path) => existsSync(path) && starts(path))
}

const starts = (path: string): boolean => spawnSync(path, ['--version'], { timeout: 30_000 }).status === 0

/** Installs one: Playwright's own, or, for root on Debian where that lacks libraries, the distribution's. */
function installChromium(): void {
  const playwright = join(import.meta.dirname, '..', 'node_modules', '@playwright', 'test', 'cli.js')
  const told = { stdio: ['ignore', 2, 2] } as const
  spawnSync(process.execPath, [playwright, 'install', 'chromium'], { stdio: [...told.stdio] })
  if (findChromium() !== undefined || process.getuid?.() !== 0) return
  spawnSync('apt-get', ['update'], { stdio: [...told.stdio] })
  for (const name of ['chromium-headless-shell', 'chromium'])
    if (findChromium() === undefined)
      spawnSync('apt-get', ['install', '-y', name], { stdio: [...told.stdio] })
}

/** The path of a Chromium, which is installed when there is none. */
export function findOrInstallChromium(): string {
  const found = findChromium()
  if (found !== undefined) return found
  process.stderr.write('No Chromium on this machine: installing one\n')
  installChromium()
  const installed = findChromium()
  if (installed !== undefined) return installed
  throw new Error('Install Chromium, or say where it is with CHROMIUM_PATH')
}

if (process.argv[1] === import.meta.filename) process.stdout.write(`${findOrInstallChromium()}\n`)
