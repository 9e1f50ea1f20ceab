import { configDefaults, defineProject, type UserWorkspaceConfig } from 'vitest/config'

/**
 * Tests read the libraries' sources, not their builds: the first condition has to stand in all three places. The
 * others are Node's own, so that a package is the same module whether our sources or another package imports it.
 */
const conditions = ['@content-service/source', 'module-sync', 'node']

/** `npm run test:system` sets the variable; files that need a program other than Node run then, and no others. */
const SYSTEM = '**/*.system.test.ts'
const isSystem = process.env['SYSTEM_TESTS'] === 'true'
const withoutSystem = { exclude: [...configDefaults.exclude, SYSTEM] }
const systemAlone = { include: [SYSTEM], typecheck: { enabled: false } }

/** A busy machine is no failure: no test is judged by the time that it takes. */
const patience = { testTimeout: 30_000, hookTimeout: 60_000, expect: { poll: { timeout: 20_000 } } }

/** The tests of one library or app, which `nx test NAME` and a run of all projects read. */
export function defineTests(
  name: string,
  settings: NonNullable<UserWorkspaceConfig['test']> = {},
): UserWorkspaceConfig {
  // Files share the modules of their worker: each worker loads the sources once, not once per file.
  const test = { ...withoutSystem, ...patience, isolate: false, name, ...settings }
  return defineProject({
    resolve: { conditions },
    ssr: { resolve: { conditions, externalConditions: conditions } },
    test: isSystem ? { ...test, exclude: configDefaults.exclude, ...systemAlone } : test,
  })
}
