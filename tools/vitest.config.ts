import { defineProject } from 'vitest/config'
import { fromSource } from './vitest.shared.ts'

export default defineProject({
  ...fromSource,
  test: { name: 'tools', globalSetup: ['./vitest-postgres.ts'], testTimeout: 30_000, hookTimeout: 30_000 },
})
