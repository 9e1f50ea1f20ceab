import { defineConfig } from 'vitest/config'

/** Every project's tests in one run; each project keeps its own vitest.config.ts so that `nx test <name>` works alone. */
export default defineConfig({
  test: { projects: ['libs/*', 'libs/authz/vitest.proof.config.ts', 'apps/*', 'tools'] },
})
