import { defineTests } from '../../tools/vitest.shared.ts'

export default defineTests('server', {
  globalSetup: ['../../tools/postgres/vitest-postgres.ts', '../../tools/postgres/vitest-embedded.ts'],
})
