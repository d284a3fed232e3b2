import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { budget } from './budget.ts'
import { operations } from './operations.ts'
import { precompress } from './precompress.ts'

/** Address of the server that the development server proxies to. */
const SERVER = process.env['CONSOLE_SERVER'] ?? 'http://127.0.0.1:3000'

const config = defineConfig({
  plugins: [react(), operations(), budget({ firstLoadKib: 309 }), precompress()],
  server: { proxy: { '/graphql': SERVER, '/exports': SERVER, '/oidc': SERVER } },
  build: { target: 'es2023', modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
})

export default config
