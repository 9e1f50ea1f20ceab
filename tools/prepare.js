import { env } from 'node:process'

// After `npm ci`. An installation without the development dependencies checks no types, and cannot make them.
if (!env.npm_config_omit?.includes('dev')) {
  const { writeResolverTypes } = await import('./generate/resolver-types.ts')
  await writeResolverTypes()
}
