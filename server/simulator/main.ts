import { requireNode } from '../src/kernel/settings/node-version.ts'

requireNode()
const { serveSimulator } = await import('./serve.ts')
await serveSimulator(process.env)
