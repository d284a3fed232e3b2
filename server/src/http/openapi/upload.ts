import type { JsonSchema } from './components.ts'
import type { UploadRules } from '../upload.ts'

/** The header with the name of an uploaded file. */
export const FILE_NAME = {
  name: 'Content-Disposition',
  in: 'header',
  required: false,
  description: 'O nome do arquivo',
  schema: { type: 'string' },
  example: 'attachment; filename="nota.pdf"',
}

/** Describes the body of a route whose body is a file. */
export const uploadContent = ({ mediaTypes }: UploadRules): JsonSchema =>
  Object.fromEntries(mediaTypes.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]))
