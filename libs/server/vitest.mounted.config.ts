import { configDefaults } from 'vitest/config'
import { defineTests } from '../../tools/vitest.shared.ts'

/** These files start no service with `startTestService`. */
const WITHOUT_SERVICE = [
  'tests/graphql/{introspection,other-model,own-context,own-schema,statements}.test.ts',
  'tests/rest/{content,idempotency-crash}.test.ts',
]

/** The tests of both interfaces again: an application of express has mounted the handlers (tests/support/mounted.ts). */
export default defineTests('server-mounted', {
  include: ['tests/{graphql,rest}/*.test.ts'],
  exclude: [...configDefaults.exclude, ...WITHOUT_SERVICE],
  env: { MOUNTED: 'true' },
  globalSetup: ['../../tools/postgres/vitest-postgres.ts', '../../tools/postgres/vitest-embedded.ts'],
})
