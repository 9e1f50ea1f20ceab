import { PROOFS } from '../../tools/check/test-tiers.ts'
import { defineTests } from '../../tools/vitest.shared.ts'

/** Generated policies and requests, decided by this engine, by others and by databases; and the package as it is built. */
export default defineTests('authz-proof', {
  include: PROOFS.map((files) => files.replace(/\*\*$/, '**/*.test.ts')),
  globalSetup: ['../../tools/postgres/vitest-postgres.ts'],
  testTimeout: 180_000,
})
