import { defineTests } from './vitest.shared.ts'

export default defineTests('tools', { globalSetup: ['./vitest-postgres.ts'] })
