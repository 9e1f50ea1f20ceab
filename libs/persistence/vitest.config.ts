import { defineTests } from '../../tools/vitest.shared.ts'

export default defineTests('persistence', { globalSetup: ['../../tools/postgres/vitest-postgres.ts'] })
