import { requireNode } from './kernel/settings/node-version.ts'

requireNode()
const { serve } = await import('./serve.ts')
await serve(process.env)
