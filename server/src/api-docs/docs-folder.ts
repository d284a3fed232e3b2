import { join } from 'node:path'

// The compiled file is in `dist/src/api-docs`, one level deeper than the source.
const SERVER = import.meta.dirname.endsWith(join('dist', 'src', 'api-docs'))
  ? join('..', '..', '..')
  : join('..', '..')

/** The folder of the guides and of the files that the documentation reads. */
export const DOCS_FOLDER = join(import.meta.dirname, SERVER, 'docs')
