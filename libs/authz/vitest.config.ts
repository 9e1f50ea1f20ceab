import { defineTests } from '../../tools/vitest.shared.ts'

export default defineTests('authz', {
  globalSetup: ['../../tools/vitest-postgres.ts'],
  // The proofs decide tens of thousands of requests, and share the cores with everything else.
  testTimeout: 60_000,
  typecheck: { enabled: true, tsconfig: 'tsconfig.spec.json' },
})
