import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { budget } from './budget.ts'
import { operations } from './operations.ts'
import { precompress } from './precompress.ts'

/** Address of the server that the development server proxies to. */
const SERVER = process.env['CONSOLE_SERVER'] ?? 'http://127.0.0.1:3000'

/** The modules that nearly every page with a list needs. */
const OF_LISTS =
  /src\/(ui\/lists\/|ui\/values\/When|ui\/filters\/FilterPill|api\/(list|export|me|define-list)\.|shared\/(ExportList|CopyLink|StatusBadge)\.|lib\/(merge-refresh|export-filter|i18n\/status)\.)/

const config = defineConfig({
  plugins: [react(), operations(), budget({ firstVisitKib: 260, withDialogKib: 284 }), precompress()],
  server: { proxy: { '/graphql': SERVER, '/exports': SERVER, '/dispute-files': SERVER, '/oidc': SERVER } },
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // A few larger chunks compress better than many small ones, and need fewer requests.
        codeSplitting: {
          groups: [
            { name: 'initial', tags: ['$initial'], priority: 1 },
            { name: 'list', test: OF_LISTS },
          ],
        },
      },
    },
  },
})

export default config
