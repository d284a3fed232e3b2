import { isUuid } from '../../kernel/ids.ts'
import type { FileId } from './seal-file.ts'

/** Returns the name of the object with the bytes of a file. */
export const objectName = ({ merchantId, id }: FileId): string => `${merchantId}/${id}`

/** Returns the file that a name built by `objectName` refers to. Returns undefined for all other names. */
export function readObjectName(name: string): FileId | undefined {
  const [merchantId = '', id = '', ...rest] = name.split('/')
  return isUuid(merchantId) && isUuid(id) && rest.length === 0 ? { merchantId, id } : undefined
}
