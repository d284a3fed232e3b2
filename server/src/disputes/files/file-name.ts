import type { MediaType } from '../../files/media-type.ts'

const NAME_CHARACTERS_MAX = 120

/** The file name endings of each type. A name without one of these endings gets the first one. */
const ENDINGS: Record<MediaType, readonly [string, ...string[]]> = {
  'application/pdf': ['.pdf'],
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg'],
}

const DEFAULT_NAME = 'arquivo'

/**
 * Returns the name under which a file is kept and downloaded. Keeps the part after the last `/` or `\`. Removes
 * control characters, invisible characters that change the direction of text, characters that some file systems
 * refuse, and dots and spaces at the start and the end. Cuts long names. Adds the ending of the type when the name
 * has another one.
 */
export function safeFileName(given: string | undefined, mediaType: MediaType): string {
  const plain = (given ?? '')
    .toWellFormed()
    .normalize('NFC')
    .replace(/^.*[/\\]/s, '')
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}<>:"|?*]/gu, '')
    .replaceAll(/^[\s.]+|[\s.]+$/g, '')
  const [ending, ...others] = ENDINGS[mediaType]
  const own = [ending, ...others].find((one) => plain.toLowerCase().endsWith(one))
  const stem = own === undefined ? plain : plain.slice(0, -own.length)
  const shortened = Array.from(stem)
    .slice(0, NAME_CHARACTERS_MAX)
    .join('')
    .replaceAll(/[\s.]+$/g, '')
  return (shortened || DEFAULT_NAME) + (own ?? ending)
}
