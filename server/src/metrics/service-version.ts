import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { z } from 'zod'

const Manifest = z.object({ version: z.string() })

/** Returns the version in the server's `package.json`. */
export function serviceVersion(): string {
  const file = findPackageJSON('.', import.meta.url)
  if (file === undefined) throw new Error('BUG: serviceVersion: package.json not found')
  return Manifest.parse(JSON.parse(readFileSync(file, 'utf8'))).version
}
