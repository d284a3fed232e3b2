import { existsSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { makeSchema } from './schema.ts'

/** The schema as text, the same for the same schema whatever order its files were loaded in. */
const text = `${printSchema(lexicographicSortSchema(makeSchema()))}\n`

let folder = import.meta.dirname
while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
writeFileSync(join(folder, 'schema.graphql'), text)
