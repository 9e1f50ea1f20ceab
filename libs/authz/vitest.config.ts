import { configDefaults } from 'vitest/config'
import { defineTests } from '../../tools/vitest.shared.ts'

/** The proofs in src/proof take longer than all other tests of the library, and run by vitest.proof.config.ts. */
export default defineTests('authz', {
  exclude: [...configDefaults.exclude, 'src/proof/**', '**/*.system.test.ts'],
  typecheck: { enabled: true, tsconfig: 'tsconfig.types.json' },
})
