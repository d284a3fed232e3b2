import { requireNode } from '../src/kernel/node-version.ts'

requireNode()
const { serveSimulator } = await import('./serve.ts')
await serveSimulator(process.env)
