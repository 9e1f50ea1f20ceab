import { defineProject } from 'vitest/config'
import { fromSource, PATIENCE } from './vitest.shared.ts'

export default defineProject({
  ...fromSource,
  test: { ...PATIENCE, name: 'tools', globalSetup: ['./vitest-postgres.ts'] },
})
