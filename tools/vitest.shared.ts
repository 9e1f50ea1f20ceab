import type { ViteUserConfig } from 'vitest/config'

/**
 * Tests read the libraries' sources, not their builds: the first condition has to stand in all three places. The
 * others are Node's own, so that a package is the same module whether our sources or another package imports it.
 */
const conditions = ['@content-service/source', 'module-sync', 'node']

export const fromSource = {
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
} satisfies ViteUserConfig

/** A busy machine is no failure: nothing is judged by the time it takes. */
export const PATIENCE = { testTimeout: 30_000, hookTimeout: 60_000 }
