import { defineTests } from '../../tools/vitest.shared.ts'

/** The tests in the templates are those of a new project, with its packages. */
export default defineTests('create', { include: ['src/**/*.test.ts'] })
