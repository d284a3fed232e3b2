import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

/**
 * Program names of Chromium in order of preference. Chromium's headless shell has the same engine and needs a second
 * less CPU time for each browser context.
 */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
]
const MAC = ['Google Chrome', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`)

/**
 * The features that Playwright 1.65 disables. Our `--disable-features` flag replaces Playwright's list, so this
 * constant repeats the features of Playwright's list.
 */
const DISABLED_BY_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]
/**
 * Features of the address bar whose pages Chromium loads in each new window. Loading these pages takes half of the CPU
 * time of a new browser context.
 */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'PreloadTopChromeWebUI']

/**
 * Start flags of Chromium. The flags allow the user root and disable background network traffic, the GPU and the pages
 * of the address bar. Without GPU emulation and its process, Chromium needs a tenth less CPU time.
 */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-gpu-compositing',
  '--disable-software-rasterizer',
  '--in-process-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // A page exists only for seconds, so compiling its code on other threads and optimizing it would cost more time than
  // it saves.
  '--js-flags=--single-threaded --no-opt --no-maglev',
  `--disable-features=${[...DISABLED_BY_PLAYWRIGHT, ...ADDRESS_BAR].join(',')}`,
]

/** Returns the path of an installed Chromium, preferably `CHROMIUM_PATH`; undefined when no Chromium is installed. */
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

/**
 * Installs Playwright's Chromium. If this Chromium does not start and the process is root on Debian, installs Debian's
 * package instead.
 */
function installChromium(): void {
  const playwright = join(import.meta.dirname, '..', 'node_modules', '@playwright', 'test', 'cli.js')
  const options = { stdio: ['ignore', 2, 2] } as const
  spawnSync(process.execPath, [playwright, 'install', 'chromium'], { stdio: [...options.stdio] })
  if (findChromium() !== undefined || process.getuid?.() !== 0) return
  spawnSync('apt-get', ['update'], { stdio: [...options.stdio] })
  for (const name of ['chromium-headless-shell', 'chromium'])
    if (findChromium() === undefined)
      spawnSync('apt-get', ['install', '-y', name], { stdio: [...options.stdio] })
}

/** Returns the path of Chromium. Installs Chromium when it is missing. @throws Error when the installation fails. */
export function findOrInstallChromium(): string {
  const found = findChromium()
  if (found !== undefined) return found
  process.stderr.write('No Chromium on this machine: installing one\n')
  installChromium()
  const installed = findChromium()
  if (installed !== undefined) return installed
  throw new Error('Chromium could not be installed. Install it, or set CHROMIUM_PATH to its path')
}

if (process.argv[1] === import.meta.filename) process.stdout.write(`${findOrInstallChromium()}\n`)
