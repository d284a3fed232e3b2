import { existsSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { schemaText } from '../schema.ts'

// Compiled or not, the package's root is the next folder above with a package.json.
let folder = import.meta.dirname
while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
writeFileSync(join(folder, 'schema.graphql'), schemaText())
