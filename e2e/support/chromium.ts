import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

const HEADLESS_SHELL = 'chromium-headless-shell'

/**
 * Program names of Chromium in order of preference. The headless shell has the same engine without the browser's user
 * interface. With the headless shell, the journeys need a third less CPU time.
 */
const NAMES = [HEADLESS_SHELL, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
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

/** Time limits of apt-get, so that apt-get does not wait long without a network or while another apt-get runs. */
const APT_LIMITS = [
  '-o',
  'Acquire::Retries=1',
  '-o',
  'Acquire::http::Timeout=15',
  '-o',
  'DPkg::Lock::Timeout=60',
]
const INSTALL_LIMIT_MS = 180_000

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

/** Installs Playwright's Chromium. If this Chromium does not start, installs Debian's package. */
function installChromium(): void {
  const playwright = join(import.meta.dirname, '..', 'node_modules', '@playwright', 'test', 'cli.js')
  spawnSync(process.execPath, [playwright, 'install', 'chromium'], { stdio: ['ignore', 2, 2] })
  if (findChromium() !== undefined) return
  for (const name of [HEADLESS_SHELL, 'chromium']) if (findChromium() === undefined) installPackage(name)
}

/** Runs apt-get. Returns whether it succeeded. */
function aptGet(...args: string[]): boolean {
  const { status } = spawnSync('apt-get', [...APT_LIMITS, ...args], {
    stdio: ['ignore', 2, 2],
    timeout: INSTALL_LIMIT_MS,
  })
  return status === 0
}

/**
 * Installs a Debian package if this process is root on Debian. Updates the lists of packages if they do not contain the
 * package.
 */
function installPackage(name: string): void {
  if (process.getuid?.() !== 0) return
  if (!aptGet('install', '-y', name) && aptGet('update')) aptGet('install', '-y', name)
}

/**
 * Installs the headless shell beside Debian's Chromium, in the same version, so that apt-get replaces no installed
 * package.
 */
function addHeadlessShell(): void {
  const query = ['-W', '-f', '${Version}', 'chromium-common']
  const { status, stdout } = spawnSync('dpkg-query', query, { encoding: 'utf8' })
  if (status === 0) installPackage(`${HEADLESS_SHELL}=${stdout}`)
}

/**
 * Returns the path of Chromium, preferably of the headless shell. Installs the missing program. Sets `CHROMIUM_PATH`,
 * so that the workers do not search again.
 * @throws Error when the machine has no Chromium and the installation fails.
 */
export function findOrInstallChromium(): string {
  const found = findChromium()
  if (found === undefined) {
    process.stderr.write('No Chromium on this machine: installing one\n')
    installChromium()
  } else if (process.env['CHROMIUM_PATH'] === undefined && !found.endsWith(HEADLESS_SHELL)) {
    addHeadlessShell()
  }
  const installed = findChromium()
  if (installed === undefined)
    throw new Error('Chromium could not be installed. Install it, or set CHROMIUM_PATH to its path')
  process.env['CHROMIUM_PATH'] = installed
  return installed
}

if (process.argv[1] === import.meta.filename) process.stdout.write(`${findOrInstallChromium()}\n`)
