import { countText, type Language } from '../../lib/text.ts'

const KIB = 1024

/** Formats the size of a file, rounded up: `512 bytes`, `13 KiB`, `4 MiB`. */
export function formatBytes(bytes: number, language: Language): string {
  if (bytes < KIB) return `${countText(bytes, language)} ${bytes === 1 ? 'byte' : 'bytes'}`
  if (bytes < KIB * KIB) return `${countText(Math.ceil(bytes / KIB), language)} KiB`
  return `${countText(Math.ceil(bytes / (KIB * KIB)), language)} MiB`
}
