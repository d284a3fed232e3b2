import { defineConfig, mergeConfig } from 'vitest/config'
import viteConfig from './vite.config.ts'

const config = defineConfig({
  test: {
    // Test files share a process, which is possible because they clean up after themselves. With isolation, each file
    // would load its modules again, which takes four times the processor time.
    isolate: false,
  },
})

export default mergeConfig(viteConfig, config)
