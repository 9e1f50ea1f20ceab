// The workspace's rules are shared by path: they are no package.
// eslint-disable-next-line @nx/enforce-module-boundaries
import workspace from '../../eslint.config.js'

/** Tests and benchmarks use the frameworks and rivals that the library itself must not import. */
export default [
  ...workspace,
  {
    files: ['**/*.test.ts', 'src/testing/**', 'src/bench/**'],
    rules: { '@nx/enforce-module-boundaries': 'off', 'no-console': 'off' },
  },
]
