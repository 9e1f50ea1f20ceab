import { configDefaults, defineConfig } from 'vitest/config'
import { chooseTier } from './tools/check/test-tiers.ts'
import { defineTests } from './tools/vitest.shared.ts'

const tier = chooseTier(process.env['TEST_TIER'])

/**
 * All tests in one run. The tests of the libraries, apps and tools are one project here, so that all files share their
 * workers; `nx test NAME` uses the vitest.config.ts of one library or app. The tests of examples/team need its packages.
 */
const everything = defineTests('everything', {
  root: import.meta.dirname,
  include: tier.files.map((files) => `${files}/*.{test,spec}.ts`),
  exclude: [
    ...configDefaults.exclude,
    'libs/authz/**',
    'examples/**',
    'libs/create/templates/**',
    '**/*.system.test.ts',
  ],
  globalSetup: tier.needsDatabases
    ? ['tools/postgres/vitest-postgres.ts', 'tools/postgres/vitest-embedded.ts']
    : [],
})

/** The long form also tests both interfaces mounted in express, which takes half a minute of CPU time. */
const mounted =
  process.env['LONG_TESTS'] === 'true' && tier.needsDatabases ? ['libs/server/vitest.mounted.config.ts'] : []

// The first project finds all system tests, so that no file runs twice.
const others = process.env['SYSTEM_TESTS'] === 'true' ? [] : [...tier.projects, ...mounted]

// vitest runs projects in the order of their names: the long proofs of authz run first, so that no worker waits for one of
// them at the end.
export default defineConfig({ test: { projects: [everything, ...others] } })
