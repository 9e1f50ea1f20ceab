import { defineTests } from './vitest.shared.ts'

export default defineTests('tools', {
  globalSetup: ['./postgres/vitest-postgres.ts', './postgres/vitest-embedded.ts'],
})
