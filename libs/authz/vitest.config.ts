import { defineProject } from 'vitest/config'
import { fromSource } from '../../tools/vitest.shared.ts'

export default defineProject({
  ...fromSource,
  test: {
    name: 'authz',
    globalSetup: ['../../tools/vitest-postgres.ts'],
    typecheck: { enabled: true, tsconfig: 'tsconfig.spec.json' },
  },
})
