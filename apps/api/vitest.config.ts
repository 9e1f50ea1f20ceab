import { defineProject } from 'vitest/config'
import { fromSource, PATIENCE } from '../../tools/vitest.shared.ts'

export default defineProject({
  ...fromSource,
  test: {
    ...PATIENCE,
    name: 'api',
    globalSetup: ['../../tools/vitest-postgres.ts', '../../tools/vitest-embedded.ts'],
  },
})
