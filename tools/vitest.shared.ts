import type { ViteUserConfig } from 'vitest/config'

const source = ['@content-service/source']

/** Tests read the libraries' sources, not their builds: the condition has to stand in all three places. */
export const fromSource = {
  resolve: { conditions: source },
  ssr: { resolve: { conditions: source, externalConditions: source } },
} satisfies ViteUserConfig
