import { common } from './i18n/common.ts'
import type { Text } from './text.ts'

/** Maps each code to its translation. */
export type Words = Readonly<Record<string, Text>>

export const YES_NO: Words = { true: common.yes, false: common.no }

/** A column of an exported file: its id at the server, its heading, and the translations of its codes. */
export type FileColumn = { id: string; header: Text; words: Words }
