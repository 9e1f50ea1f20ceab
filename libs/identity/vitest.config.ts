import { defineTests } from '../../tools/vitest.shared.ts'

// basic.test.ts replaces node:crypto, which the modules of a shared worker would already have.
export default defineTests('identity', { isolate: true })
