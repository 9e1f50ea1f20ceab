import { defineTests } from '../../tools/vitest.shared.ts'

export default defineTests('studio')
