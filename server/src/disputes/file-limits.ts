import { MEDIA_TYPES } from '../files/media-type.ts'

const MIB = 1024 * 1024

/** The maximum number of files of one dispute, the maximum size of one file, and the maximum total size. */
export const FILES_MAX = 10
export const FILE_BYTES_MAX = 10 * MIB
export const TOTAL_BYTES_MAX = 50 * MIB

/**
 * The media types, the size limit and the time limit of the upload route. `workMs` is the time for scanning and
 * storing, which take at most 15 s each.
 */
export const FILE_UPLOAD = { mediaTypes: MEDIA_TYPES, bytesMax: FILE_BYTES_MAX, workMs: 30_000 }
