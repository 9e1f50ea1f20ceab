import { env } from 'node:process'

// After `npm ci`. An installation without the development dependencies checks no types and cannot make them, and has no
// Vite: `/studio` says then which command builds the studio.
if (!env.npm_config_omit?.includes('dev')) {
  const { writeResolverTypes } = await import('./generate/resolver-types.ts')
  await writeResolverTypes()
  const { build } = await import('vite')
  await build({ configFile: 'apps/studio/vite.config.ts', logLevel: 'error' })
}
