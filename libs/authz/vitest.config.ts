import { configDefaults } from 'vitest/config'
import { PROOFS } from '../../tools/check/test-tiers.ts'
import { defineTests } from '../../tools/vitest.shared.ts'

/** The proofs take longer than all other tests of the library, and run by vitest.proof.config.ts. */
export default defineTests('authz', {
  exclude: [...configDefaults.exclude, ...PROOFS, '**/*.system.test.ts'],
  typecheck: { enabled: true, tsconfig: 'tsconfig.types.json' },
})
