import { defineTests } from '../../tools/vitest.shared.ts'

/**
 * The tests of both interfaces again: an application of express has mounted the handlers (tests/support/mounted.ts). The files
 * that the patterns leave out start no service with `startTestService`.
 */
export default defineTests('server-mounted', {
  include: [
    'tests/graphql/!(introspection|other-model|own-context|own-schema|statements).test.ts',
    'tests/rest/!(content|idempotency-crash).test.ts',
  ],
  env: { MOUNTED: 'true' },
  globalSetup: ['../../tools/postgres/vitest-postgres.ts', '../../tools/postgres/vitest-embedded.ts'],
})
