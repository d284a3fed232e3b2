/** Why a file is refused. */
export type ContentFault =
  /** The content is not of the declared type. */
  | 'file_type_mismatch'
  /** The content is truncated, or its structure is broken. */
  | 'file_damaged'
  /** Further bytes follow the end of the PDF or image, or unpackers would also read the file as a ZIP archive. */
  | 'file_has_other_content'
  /** The image has more than PIXELS_MAX pixels, so it could exhaust the memory of a program that opens it. */
  | 'image_too_large'

/** The maximum number of pixels in an image. A photo with more pixels normally has more bytes than a file may have. */
export const PIXELS_MAX = 100_000_000
