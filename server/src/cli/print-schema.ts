import { existsSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { schemaText } from '../schema.ts'

// The depth of this file differs between src and the build output.
let folder = import.meta.dirname
while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
writeFileSync(join(folder, 'schema.graphql'), schemaText())
