/** The accepted media types of files. */
export const MEDIA_TYPES = ['application/pdf', 'image/png', 'image/jpeg'] as const
export type MediaType = (typeof MEDIA_TYPES)[number]
