import { defineTests } from '../../tools/vitest.shared.ts'

/** Generated policies and requests, decided by this engine, by others and by databases; and the package as it is built. */
export default defineTests('authz-proof', {
  include: ['src/proof/**/*.test.ts'],
  globalSetup: ['../../tools/postgres/vitest-postgres.ts'],
  testTimeout: 180_000,
})
