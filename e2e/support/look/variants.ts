import type { BrowserContextOptions } from '@playwright/test'
import { openConsole } from '../sessions.ts'
import type { State } from '../states.ts'
import { captureAll, urlOf, type Camera } from './camera.ts'

type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>

/** The pages that the script takes in each variant. */
export interface Album {
  /** Pages that each role opens. */
  pages: readonly State[]
  /** States that only the administrator opens. */
  states?: readonly State[]
  publicPaths?: readonly State[]
  /** States of the sign-in pages, each in a new browser context. */
  signInStates?: readonly State[]
}

const DESKTOP = { size: '1440', viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1 }
const PHONE = { size: '390', viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 }
const ZOOM = { size: 'zoom', viewport: { width: 640, height: 430 }, deviceScaleFactor: 2 }
const SCHEMES = ['light', 'dark'] as const
const ROLES = ['support', 'finance', 'auditor'] as const
const ROLE_SCREENS = [
  [DESKTOP, 'light'],
  [PHONE, 'dark'],
] as const

/** The ends of the names of all variants of a page. */
const SUFFIXES = [
  ...SCHEMES.flatMap((scheme) => [DESKTOP, PHONE, ZOOM].map(({ size }) => `${size}-${scheme}`)),
  ...SCHEMES.flatMap((scheme) => [DESKTOP, PHONE].map(({ size }) => `${size}-${scheme}-english`)),
  ...ROLES.flatMap((role) => ROLE_SCREENS.map(([{ size }, scheme]) => `${size}-${scheme}-role-${role}`)),
]

/** Returns whether the expression selects a variant of one of the pages. */
export const selectsAny = (only: RegExp, pages: readonly State[]): boolean =>
  pages.some(({ name }) => SUFFIXES.some((suffix) => only.test(`${name}-${suffix}`)))

/** Takes all variants of the pages. `storageState` is the session of an administrator. */
export async function captureVariants(
  camera: Camera,
  album: Album,
  storageState: StorageState,
): Promise<void> {
  await captureSchemes(camera, album, storageState)
  await captureEnglish(camera, album, storageState)
  await captureRoles(camera, album)
}

async function captureSchemes(camera: Camera, album: Album, storageState: StorageState): Promise<void> {
  const { pages, states = [], publicPaths = [], signInStates = [] } = album
  for (const colorScheme of SCHEMES)
    for (const { size, ...screen } of [DESKTOP, PHONE, ZOOM]) {
      const suffix = `${size}-${colorScheme}`
      await captureAll(camera, { ...screen, colorScheme, storageState }, suffix, [...pages, ...states])
      await captureAll(camera, { ...screen, colorScheme }, suffix, publicPaths)
      for (const state of signInStates) await captureAll(camera, { ...screen, colorScheme }, suffix, [state])
    }
}

async function captureEnglish(camera: Camera, album: Album, storageState: StorageState): Promise<void> {
  const { pages, states = [], publicPaths = [], signInStates = [] } = album
  const english = {
    origin: new URL(urlOf('/')).origin,
    localStorage: [{ name: 'console.language', value: 'en' }],
  }
  const unchanged = states.filter(({ name }) => !/loading|refused|error/.test(name))
  for (const colorScheme of SCHEMES)
    for (const { size, ...screen } of [DESKTOP, PHONE]) {
      const suffix = `${size}-${colorScheme}-english`
      const options = { ...screen, colorScheme, storageState: { ...storageState, origins: [english] } }
      await captureAll(camera, options, suffix, [...pages, ...unchanged])
      const signedOut = { ...options, storageState: { cookies: [], origins: [english] } }
      // Most states of the sign-in pages are prepared with the Portuguese names of their fields.
      const unprepared = signInStates.filter(({ prepare }) => prepare === undefined)
      await captureAll(camera, signedOut, suffix, [...publicPaths, ...unprepared])
    }
}

async function captureRoles(camera: Camera, { pages }: Album): Promise<void> {
  for (const role of ROLES) {
    const context = await camera.browser.newContext({ locale: 'pt-BR' })
    await openConsole(await context.newPage(), role)
    const storageState = await context.storageState()
    for (const [{ size, ...screen }, colorScheme] of ROLE_SCREENS)
      await captureAll(
        camera,
        { ...screen, colorScheme, storageState },
        `${size}-${colorScheme}-role-${role}`,
        pages,
      )
    await context.close()
  }
}
