import { configDefaults, defineProject, type UserWorkspaceConfig } from 'vitest/config'

/**
 * Node itself loads the sources of the libraries, as it does for the apps: nothing is transformed, and a package is the
 * same module for the sources and for other packages.
 */
const byNode = {
  execArgv: ['--conditions=@content-service/source'],
  experimental: { viteModuleRunner: false, nodeLoader: false },
}

/** `npm run test:system` sets the variable; files that need a program other than Node run then, and no others. */
const SYSTEM = '**/*.system.test.ts'
const isSystem = process.env['SYSTEM_TESTS'] === 'true'
const withoutSystem = { exclude: [...configDefaults.exclude, SYSTEM] }
const systemAlone = { include: [SYSTEM], typecheck: { enabled: false } }

/** The timeouts are long, so that no test fails because the machine is busy. */
const patience = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 20_000 } } }

/** The tests of one library or app, which `nx test NAME` and a run of all projects read. */
export function defineTests(
  name: string,
  settings: NonNullable<UserWorkspaceConfig['test']> = {},
): UserWorkspaceConfig {
  // Files share the modules of their worker: each worker loads the sources once, not once per file.
  const test = { ...withoutSystem, ...patience, ...byNode, isolate: false, name, ...settings }
  return defineProject({
    test: isSystem ? { ...test, exclude: configDefaults.exclude, ...systemAlone } : test,
  })
}
