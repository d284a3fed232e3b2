import { isUuid } from '../../kernel/ids.ts'
import type { FileId } from './seal-file.ts'

/** Returns the name of the object with the bytes of a file. */
export const objectName = ({ merchantId, id }: FileId): string => `${merchantId}/${id}`

/** Reads a name that `objectName` built. Returns undefined for other names. */
export function readObjectName(name: string): FileId | undefined {
  const [merchantId = '', id = '', ...rest] = name.split('/')
  return isUuid(merchantId) && isUuid(id) && rest.length === 0 ? { merchantId, id } : undefined
}
