import { defineProject } from 'vitest/config'
import { fromSource } from '../../tools/vitest.shared.ts'

export default defineProject({
  ...fromSource,
  test: { name: 'api', globalSetup: ['../../tools/vitest-postgres.ts'] },
})
