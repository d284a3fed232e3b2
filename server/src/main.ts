import { requireNode } from './kernel/node-version.ts'

requireNode()
const { serve } = await import('./serve.ts')
await serve(process.env)
