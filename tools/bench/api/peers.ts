import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The other servers have a package.json of their own, so that `npm ci` of the project does not install them. */
export const PEERS_FOLDER = join(import.meta.dirname, 'peers')

/** npm writes the second file at the end of an installation. */
const LOCKS = ['package-lock.json', 'node_modules/.package-lock.json']

const { dependencies } = JSON.parse(readFileSync(join(PEERS_FOLDER, 'package.json'), 'utf8'))

export const peerVersion = (name: string): string => dependencies[name]

/** Whether the installed packages are those of the lockfile. */
export const arePeersInstalled = (): boolean => {
  const [wanted = '', installed = ''] = LOCKS.map((lock) => join(PEERS_FOLDER, lock))
  if (!existsSync(installed)) return false
  const versions = (file: string): string => {
    const { packages } = JSON.parse(readFileSync(file, 'utf8'))
    return JSON.stringify(Object.keys(dependencies).map((name) => packages[`node_modules/${name}`]?.version))
  }
  return versions(wanted) === versions(installed)
}

export const installPeers = (): void => {
  console.error(`Installing the other servers into ${join(PEERS_FOLDER, 'node_modules')}`)
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], {
    cwd: PEERS_FOLDER,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0)
    throw new Error(
      'npm could not install the other servers. Use --contestants limit,ours to do without them.',
    )
}
