import { existsSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { schemaText } from '../schema.ts'

// Searches upwards for the package, because this file has a different depth in `src` and in the build output.
let folder = import.meta.dirname
while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
writeFileSync(join(folder, 'schema.graphql'), schemaText())
