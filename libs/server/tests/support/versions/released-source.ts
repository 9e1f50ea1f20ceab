import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from '../processes/deployed.ts'

/** The last release, from whose processes an update begins. */
export const LAST_RELEASE = '16d6113c'

/** Whether the history of the repository has the commit. A shallow clone has not, and a folder without git has none. */
export const hasCommit = (commit: string): boolean =>
  spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: ROOT, stdio: 'ignore' }).status === 0

/** The sources of a release in a temporary folder, which Node runs as they are. */
export interface ReleasedSource {
  /** The URL of a program of the release, such as `apps/api/src/start.js`. */
  readonly locate: (file: string) => string
  readonly remove: () => void
}

const OWN = '@content-service'

/** Packages from npm are those of now; the libraries are those of the release. */
const linkPackages = (folder: string): void => {
  const [from, to] = [join(ROOT, 'node_modules'), join(folder, 'node_modules')]
  mkdirSync(join(to, OWN), { recursive: true })
  for (const name of readdirSync(from)) if (name !== OWN) symlinkSync(join(from, name), join(to, name))
  for (const group of ['libs', 'apps'])
    for (const name of readdirSync(join(folder, group))) {
      symlinkSync(join(folder, group, name), join(to, OWN, name))
      // A library can have packages of other versions than the root.
      const own = join(ROOT, group, name, 'node_modules')
      if (existsSync(own)) symlinkSync(own, join(folder, group, name, 'node_modules'))
    }
}

export const unpackRelease = (commit: string): ReleasedSource => {
  const folder = mkdtempSync(join(tmpdir(), 'release-'))
  const archive = execFileSync('git', ['archive', commit], {
    cwd: ROOT,
    maxBuffer: 1024 * 1024 * 1024,
  })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  linkPackages(folder)
  return {
    locate: (file) => pathToFileURL(join(folder, file)).href,
    remove: () => rmSync(folder, { recursive: true }),
  }
}
