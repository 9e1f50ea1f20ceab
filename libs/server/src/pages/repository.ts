import { readFileSync } from 'node:fs'

/** The members of a package.json that say where the project is. */
interface Manifest {
  readonly repository?: string | { readonly url?: string }
}

/** `https://host/owner/name` of the repository that a package.json names; null if it names none. */
export const readRepositoryUrl = (manifest: URL): string | null => {
  const { repository } = JSON.parse(readFileSync(manifest, 'utf8')) as Manifest
  const url = typeof repository === 'string' ? repository : repository?.url
  const web = url?.replace(/^git\+/, '').replace(/\.git$/, '')
  return web?.startsWith('https://') ? web : null
}
