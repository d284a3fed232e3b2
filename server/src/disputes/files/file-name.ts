import type { MediaType } from '../../files/media-type.ts'

const NAME_CHARACTERS_MAX = 120

/**
 * The allowed endings of a file name for each media type. A name without any of the endings for its media type gets the
 * first of these endings.
 */
const ENDINGS: Record<MediaType, readonly [string, ...string[]]> = {
  'application/pdf': ['.pdf'],
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg'],
}

const DEFAULT_NAME = 'arquivo'

/**
 * Returns the name under which a file is kept and downloaded. Keeps the part after the last `/` or `\`. Removes control
 * characters, invisible characters that change the direction of text, and characters that some file systems refuse.
 * Also removes dots and spaces at the start and the end. Shortens long names. If the name does not have an ending of
 * its type, adds one.
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
