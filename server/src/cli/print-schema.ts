import { existsSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { schemaText } from '../schema.ts'

// Search upwards for the package, because this file is at another depth in `src` than in the build output.
let folder = import.meta.dirname
while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
writeFileSync(join(folder, 'schema.graphql'), schemaText())
