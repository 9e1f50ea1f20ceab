import { defineTests } from '../../tools/vitest.shared.ts'

export default defineTests('server', {
  globalSetup: ['../../tools/vitest-postgres.ts', '../../tools/vitest-embedded.ts'],
})
